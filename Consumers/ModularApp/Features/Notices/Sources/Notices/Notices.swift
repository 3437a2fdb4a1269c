// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Tributary

/// Puts up notices on the state of any app that has a place for them, and takes them down.
///
/// It knows no app: an app says where its notices are by a conformance to `NoticeBoard`.
public struct Notices<State: NoticeBoard>: Reducer where State.Notice: Equatable {
    private let limit: Int

    /// Makes the feature.
    ///
    /// - Parameter limit: How many notices there may be; the oldest goes first.
    public init(limit: Int = 3) { self.limit = limit }

    /// Changes the notices by an action.
    public func reduce(
        into state: inout State,
        action: NoticesAction<State.Notice>
    ) -> Effect<NoticesAction<State.Notice>> {
        switch action {
        case .post(let notice):
            state.notices.removeAll { $0 == notice }
            state.notices.append(notice)
            if state.notices.count > limit { state.notices.removeFirst() }
        case .dismissAll:
            state.notices = []
        }
        return .none
    }
}

/// The actions on notices.
public enum NoticesAction<Notice> {
    case post(Notice)
    case dismissAll
}

extension NoticesAction: Sendable where Notice: Sendable {}
