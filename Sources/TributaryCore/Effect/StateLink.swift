// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// How a child's state hangs in its parent's, for those who know neither type.
///
/// A composed reducer has one for each child, made once; the effects of the child carry it, so that they can
/// end when the child's state goes away.
@usableFromInline
class StateLink {
    /// The place of the child below that of the parent, or the parent's where the types do not fit together:
    /// an effect that was only mapped by hand is as long-lived as whoever mapped it.
    func lifetime(under parent: EffectLifetime, element: AnyHashable?) -> EffectLifetime { parent }
}

/// How a child's state hangs in its parent's.
@usableFromInline
final class TypedStateLink<Parent, Child>: StateLink {
    private let identity: StateIdentity<Child>?
    private let readChild: (Parent, AnyHashable?, (Child) -> Void) -> Bool

    /// - Parameters:
    ///   - identity: What tells the states of this child apart; without it, the element is the name of a row.
    ///   - read: Shows the child's state to a closure; tells whether there is any.
    @usableFromInline
    init(
        identity: StateIdentity<Child>? = nil,
        read: @escaping (Parent, AnyHashable?, (Child) -> Void) -> Bool
    ) {
        self.identity = identity
        readChild = read
    }

    /// Shows the child's state to a closure; tells whether there is any, and the same one.
    func read(_ parent: Parent, _ element: AnyHashable?, _ body: (Child) -> Void) -> Bool {
        guard let identity else { return readChild(parent, element, body) }
        var isSame = false
        _ = readChild(parent, element) { child in
            isSame = identity.isID(element, of: child)
            if isSame { body(child) }
        }
        return isSame
    }

    override func lifetime(under parent: EffectLifetime, element: AnyHashable?) -> EffectLifetime {
        (parent as? StateLifetime<Parent>)?.child(self, element: element) ?? parent
    }
}
