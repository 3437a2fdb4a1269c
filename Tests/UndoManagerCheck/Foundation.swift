// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A stand-in for Foundation's class, with the declarations and the documented behavior of Apple's.
///
/// Steps are not grouped by event, as there is no run loop.
@MainActor
open class UndoManager {
    private struct Operation {
        let target: ObjectIdentifier
        let perform: @MainActor () -> Void
    }

    private struct Group {
        var name = ""
        var operations: [Operation] = []
    }

    private var undoGroups: [Group] = []
    private var redoGroups: [Group] = []
    private var replaying: Group?

    /// Makes a manager with nothing to undo.
    public init() {}

    /// Whether there is something to undo.
    public var canUndo: Bool { !undoGroups.isEmpty }
    /// Whether there is something to redo.
    public var canRedo: Bool { !redoGroups.isEmpty }
    /// The name of the next step to undo, or nothing.
    public var undoActionName: String { undoGroups.last?.name ?? "" }
    /// The name of the next step to redo, or nothing.
    public var redoActionName: String { redoGroups.last?.name ?? "" }

    /// Sets the name of the current registration.
    public func setActionName(_ name: String) {
        if replaying != nil {
            replaying?.name = name
        } else if !undoGroups.isEmpty {
            undoGroups[undoGroups.count - 1].name = name
        }
    }

    /// Undoes the last registration; registrations meanwhile can be redone.
    public func undo() {
        guard let group = undoGroups.popLast() else { return }
        redoGroups += replay(group)
    }

    /// Redoes the last undone registration; registrations meanwhile can be undone.
    public func redo() {
        guard let group = redoGroups.popLast() else { return }
        undoGroups += replay(group)
    }

    private func replay(_ group: Group) -> [Group] {
        replaying = Group(name: group.name)
        for operation in group.operations.reversed() { operation.perform() }
        defer { replaying = nil }
        guard let replayed = replaying, !replayed.operations.isEmpty else { return [] }
        return [replayed]
    }

    /// Removes all registrations with a target.
    open func removeAllActions(withTarget target: Any) {
        let target = ObjectIdentifier(target as AnyObject)
        func remaining(_ groups: [Group]) -> [Group] {
            groups.compactMap { group in
                var group = group
                group.operations.removeAll { $0.target == target }
                return group.operations.isEmpty ? nil : group
            }
        }
        undoGroups = remaining(undoGroups)
        redoGroups = remaining(redoGroups)
        replaying?.operations.removeAll { $0.target == target }
    }

    fileprivate func register(_ target: AnyObject, _ perform: @escaping @MainActor () -> Void) {
        let operation = Operation(target: ObjectIdentifier(target), perform: perform)
        if replaying != nil {
            replaying?.operations.append(operation)
        } else {
            undoGroups.append(Group(operations: [operation]))
            redoGroups = []
        }
    }
}

extension UndoManager {
    /// Registers a closure, and a target which it is given, and which is not retained.
    @MainActor
    @preconcurrency
    public func registerUndo<TargetType: AnyObject>(
        withTarget target: TargetType,
        handler: @escaping @MainActor (TargetType) -> Void
    ) {
        register(target) { [unowned target] in handler(target) }
    }
}
