// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProtocol
import ChatTestSupport
import Testing

@Suite("Names to be shown", .timeLimit(.minutes(30)))
struct NameTests {
    @Test(
        "Names of all the world are accepted",
        arguments: [
            "Ada", "Countess Ada", "Zoë", "Zoe\u{308}", "Łódź-7", "Ἀριάδνη", "Мария Ивановна", "Անահիտ",
            "דָּוִד",
            "عائشة", "सरस्वती", "தமிழ்", "ลลิตา", "ንግሥት", "ნინო", "李小龍", "さくら", "サクラ", "東京 さくら カフェ",
            "김 金", "Nguyễn Thị Ánh", "Bob B.", "O’Neill", "Ada 👋🏽", "x_1 (2)", "Ada & Bob", "ʻOlili",
        ]
    )
    func accepted(name: String) {
        #expect(DisplayName(name) != nil)
    }

    @Test(
        "Names of two scripts, and names that hide something, are refused",
        arguments: [
            "Аda", "Adа", "pаypal", "Βob", "Bοb", "Ada Мария", "李Ada", "さ김", "Ꭺda", "ꓮda", "𝐀da", "Ａda",
            "Ⓐda", "ﬁn",
            "a\u{202E}b", "a\u{2066}b", "a\u{200B}b", "a\u{200D}b", "a\u{AD}b", "a\u{FE0F}b", "a\u{34F}b",
            "a\u{115F}b", "\u{3164}", "\u{2800}", "a\u{A0}b", "a\u{2003}b", "a  b", " a", "a ", "", "a\nb",
            "a\u{0}b",
            "a\u{20DD}", "\u{301}a", "a\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}", "\u{E000}", "a\u{2028}b",
        ]
    )
    func refused(name: String) {
        #expect(DisplayName(name) == nil)
    }

    @Test("A name is the same bytes however it was typed")
    func composition() throws {
        let (composed, decomposed) = ("Zo\u{EB}", "Zoe\u{308}")
        #expect(Array(composed.utf8) != Array(decomposed.utf8))
        #expect(Array(DisplayName.sample(decomposed).text.utf8) == Array(composed.utf8))
        let frame = try FrameCoding.frame(
            ClientFrame.self,
            from: #"{"type":"rename","name":"\#(decomposed)"}"#
        )
        guard case .rename(let name) = frame else {
            Issue.record("\(frame)")
            return
        }
        #expect(Array(name.text.utf8) == Array(composed.utf8))
    }

    @Test(
        "Names that may be taken for each other look alike",
        arguments: [
            ("Ada", "ada"), ("Ada", "аԁа"), ("Bob", "ВОВ"), ("Bob", "B0b"), ("Ida", "lda"), ("mia", "МІА"),
            ("Bill", "Bi1l"), ("Bill", "BiII"), ("Mia", "rnia"), ("will", "vvill"), ("Straße", "STRASSE"),
            ("paypal", "раураІ"), ("Odysseus", "0dysseus"), ("Σίσυφος", "ΣΊΣΥΦΟΣ"), ("Ada-1", "Ada–l"),
            ("O'Neill", "O’Neill"), ("ada", "🇦🇩🇦"), ("İda", "i̇da"), ("ΡΕΤΕ", "PETE"), ("о́", "ó"),
        ]
    )
    func alike(first: String, second: String) {
        let (first, second) = (Looks(DisplayName.sample(first)), Looks(DisplayName.sample(second)))
        #expect(!first.all.isDisjoint(with: second.all))
    }

    @Test(
        "Names that cannot be taken for each other do not",
        arguments: [
            ("Ada", "Adá"), ("Ida", "Ada"), ("Maria", "Мария"), ("Zoe", "Zoë"), ("ann", "anna"), ("李", "季"),
            ("Ada 1", "Ada 2"), ("ida", "lda"), ("Bob", "B-b"),
        ]
    )
    func different(first: String, second: String) {
        let (first, second) = (Looks(DisplayName.sample(first)), Looks(DisplayName.sample(second)))
        #expect(first.all.isDisjoint(with: second.all))
    }

    @Test("Names that differ in a digit only are all different")
    func digits() {
        let looks = (0..<1000).map { Looks(AccountName.sample("guest-\($0)")).all }
        #expect(looks.reduce(0) { $0 + $1.count } == looks.reduce(into: Set()) { $0.formUnion($1) }.count)
    }
}
