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
    /// Shows the child's state to a closure; tells whether there is any.
    let read: (Parent, AnyHashable?, (Child) -> Void) -> Bool

    @usableFromInline
    init(read: @escaping (Parent, AnyHashable?, (Child) -> Void) -> Bool) { self.read = read }

    override func lifetime(under parent: EffectLifetime, element: AnyHashable?) -> EffectLifetime {
        (parent as? StateLifetime<Parent>)?.child(self, element: element) ?? parent
    }
}
