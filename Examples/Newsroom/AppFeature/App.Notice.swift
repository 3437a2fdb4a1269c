// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import News

extension App {
    /// The last event, in a sentence for people.
    public struct Notice: Equatable, Sendable, Codable {
        /// One sentence.
        public var text: String
        /// Whether the event is a failure.
        public var isProblem: Bool

        init(_ text: String, isProblem: Bool = false) {
            self.text = text
            self.isProblem = isProblem
        }
    }
}

extension App.Notice {
    /// An output of News in words; `nil` if the screen shows the event anyway.
    init?(_ output: News.Action.Output) {
        switch output {
        case .loading(_, 1): self.init("Loading…")
        case .loading(let done, let total): self.init("Loading \(total) feeds; \(done) are there…")
        case .loaded(let title, let count, let new):
            let news = new > 0 && new < count ? ", \(new) of them new" : ""
            self.init("Loaded \(Self.count(count, "article")) from “\(title)”\(news).")
        case .refreshed(let feeds, let new, let failed):
            let start = "Loaded \(Self.count(feeds, "feed")); \(Self.count(new, "article")) new."
            self.init(
                failed == 0 ? start : start + " \(Self.count(failed, "feed")) could not be loaded.",
                isProblem: failed > 0
            )
        case .entered(let title, let unread): self.init("“\(title)”: \(unread) not read.")
        case .opened, .closed: return nil
        case .removed(let title): self.init("Removed “\(title)”.")
        case .found(let text, let count): self.init("\(Self.count(count, "article")) found with “\(text)”.")
        case .marked(let count, let isRead):
            self.init("Marked \(Self.count(count, "article")) as \(isRead ? "" : "not ")read.")
        case .followed(let link, let isShown): self.init(isShown ? "Opened \(link)" : "The link is \(link)")
        case .imported(let count): self.init("Added \(Self.count(count, "feed")).")
        case .exported(let count, let path): self.init("Wrote \(Self.count(count, "feed")) to “\(path)”.")
        case .failed(let reason): self.init(reason, isProblem: true)
        }
    }

    private static func count(_ number: Int, _ word: String) -> String {
        "\(number) \(word)\(number == 1 ? "" : "s")"
    }
}
