// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit
import Testing

@Suite("An appearance", .timeLimit(.minutes(30)))
struct AppearanceTests {
    @Test(
        "follows from the variables of the environment for colors",
        arguments: [
            ([:], .basic), (["TERM": "xterm"], .basic), (["TERM": "xterm-256color"], .many),
            (["TERM": "xterm-256color", "COLORTERM": "truecolor"], .all), (["COLORTERM": "24bit"], .all),
            (["TERM": "xterm-direct"], .all), (["TERM": "dumb", "COLORTERM": "truecolor"], .none),
            (["TERM": "vt100"], .none), (["TERM": "xterm-256color", "NO_COLOR": "1"], .none),
            (["TERM": "xterm-256color", "NO_COLOR": ""], .many),
        ] as [([String: String], Appearance.Colors)]
    )
    func colors(environment: [String: String], colors: Appearance.Colors) {
        #expect(Appearance(environment: environment).colors == colors)
    }

    @Test(
        "reads the background from COLORFGBG",
        arguments: [
            (nil, nil), ("15;0", .dark), ("0;15", .light), ("0;default;7", .light), ("15;default;8", .dark),
            ("nonsense", nil), ("", nil),
        ] as [(String?, Appearance.Background?)]
    )
    func background(variable: String?, background: Appearance.Background?) {
        #expect(Appearance.background(variable) == background)
    }

    @Test(
        "is in ASCII without a locale in UTF-8",
        arguments: [
            ([:], true), (["LANG": "C"], true), (["LANG": "de_DE.ISO-8859-1"], true),
            (["LANG": "en_US.UTF-8"], false),
            (["LANG": "C.utf8"], false), (["LANG": "en_US.UTF-8", "LC_ALL": "POSIX"], true),
            (["LC_CTYPE": "UTF-8", "LANG": "C"], false),
        ]
    )
    func letters(environment: [String: String], isASCII: Bool) {
        #expect(Appearance(environment: environment).isASCII == isASCII)
    }

    @Test("is set by the options, whatever the environment contains")
    func options() {
        var options = TerminalOptions()
        (options.colors, options.background, options.isASCII) = (.all, .light, false)
        let appearance = Appearance(environment: ["NO_COLOR": "1", "COLORFGBG": "15;0"], options: options)
        #expect(appearance == Appearance(colors: .all, background: .light))
    }

    @Test("draws a role in each number of colours, and in shades for its background")
    func roles() {
        #expect(Appearance(colors: .none).start(of: .good) == "")
        #expect(Appearance(colors: .none).start(of: .problem) == "\u{1B}[1m")
        #expect(Appearance(colors: .basic).start(of: .problem) == "\u{1B}[31m")
        #expect(Appearance(colors: .many).start(of: .problem) == "\u{1B}[38;5;209m")
        #expect(Appearance(colors: .all).start(of: .problem) == "\u{1B}[38;2;255;123;114m")
        #expect(Appearance(colors: .all, background: .light).start(of: .problem) == "\u{1B}[38;2;179;38;30m")
        #expect(Appearance(colors: .all).start(of: .link) == "\u{1B}[4;38;2;121;192;255m")
    }

    @Test("has a letter and, with colours, a look of its own for each role")
    func letters() {
        let letters = LineStyle.letters.map(\.letter)
        #expect(Set(letters).count == letters.count)
        #expect(LineStyle.letters.allSatisfy { $0.style.letter == $0.letter })
        #expect(LineStyle.category(-1).letter == "7")
        for background in Appearance.Background.allCases {
            let appearance = Appearance(colors: .all, background: background)
            let looks = (0..<8).map { appearance.start(of: .category($0)) }
            #expect(Set(looks).count == 8)
        }
    }

    @Test("in ASCII keeps the columns of a text, and nothing but ASCII")
    func ascii() {
        let text = "╭─╮ é ü 漢字 🙂 10 °C … ✓ ⣿ █▁ ẞ e\u{301}\u{302}"
        #expect(text.inASCII == "+-+ e u ???? ?? 10 oC . * * #_ ? e")
        #expect(text.inASCII.columns == text.columns)
        var painter = LinePainter(Appearance(isASCII: true))
        let painted = painter.paint([StyledLine(text)], in: WindowSize(columns: 60, rows: 1))
        #expect(painted.utf8.allSatisfy { $0 < 0x80 })
    }
}
