// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension JoinedRows {
    /// What removes pages whose row is gone.
    ///
    /// As long as neither pages nor rows come or go, it compares two numbers after each action.
    func removalWatch<Action>() -> Watch<Root, Action> {
        var seen: (pages: ChangeStamp?, rows: ChangeStamp?)?
        let stamps = { [self] (root: Root) -> (pages: ChangeStamp?, rows: ChangeStamp?) in
            let moment = moment(of: root)
            return (moment?.membership, moment?.joinedMembership)
        }
        return Watch(
            isDue: { [self] root in
                let now = stamps(root)
                if let seen, seen == now { return false }
                var count = 0
                lens.read(root) { count = $0.count }
                guard ids(root).count == count else { return true }
                seen = now
                return false
            },
            answer: { [self] root in
                let kept = Set(ids(root))
                lens.modify(&root) { pages in
                    let gone = pages.ids.filter { !kept.contains($0) }
                    if isStack, let lowest = gone.first.flatMap({ pages.index(id: $0) }) {
                        pages.removeSubrange(lowest...)
                    } else {
                        for id in gone { pages.remove(id: id) }
                    }
                }
                return .none
            },
            isIdle: { false }
        )
    }
}
