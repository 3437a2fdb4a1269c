// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What is behind a store: a part of a machine's state, and the way of its actions to that machine.
///
/// A machine is the whole, a `ScopedPart` a part of another; both look the same to `Store`. It belongs to the
/// machine's actor.
@usableFromInline
protocol StorePart<State, Action>: AnyObject {
    associatedtype State
    associatedtype Action

    /// The machine behind the part: what has nothing to do with the types of the part is asked of it.
    var machine: any PartMachine { get }

    /// Whether the part is a whole store, which may be closed.
    var isWhole: Bool { get }

    /// The scope, which observing it keeps alive; `nil` for a machine.
    var scope: AnyObject? { get }

    /// The place of the part in the tree of observers; it lasts as long as it is retained.
    var observers: ObserverTree<State> { get }

    /// The way to the part for what keeps neither part nor machine alive.
    var way: StoreWay<State, Action> { get }

    /// Shows the part to a closure.
    ///
    /// Returns whether there is one.
    func read(_ body: (State) -> Void) -> Bool

    /// Whether the part may go while the machine lives.
    var mayGo: Bool { get }

    /// Keeps the part as it is, to be shown when it has gone; a part that is always there is not kept.
    func keep()

    func send(contentsOf actions: [Action]) -> StoreTask

    /// Attaches something to this part; its token may keep the part.
    func attach(_ attachment: Attachment<State, Action>, keepingScope: Bool) -> ObservationToken

    /// Mounts a reducer on this part.
    func mount(_ reducer: AnyReducer<State, Action>, named name: String?, at site: SourceSite)
        -> ObservationToken

    /// Starts an effect that no action asked for.
    func start(_ effect: Effect<Action>) -> StoreTask
}

extension StorePart {
    /// A weak view of this part.
    var handle: StoreHandle<State, Action> { StoreHandle(inbox: machine.makeInbox(), way: way) }

    func observe<Value>(
        _ select: @escaping (State) -> Value,
        isDuplicate: ((Value, Value) -> Bool)?,
        retaining end: StreamEnd? = nil,
        onChange: @escaping (Value) -> Void
    ) -> ObservationToken {
        var deliver = onChange
        if let end { deliver = { value in withExtendedLifetime(end) { onChange(value) } } }
        return observe(Observer.function(state, select, isDuplicate, deliver))
    }

    /// Observes the part by a function that knows its type.
    @usableFromInline
    func observe(_ function: @escaping Observer.Function) -> ObservationToken {
        machine.observe(in: observers, retaining: scope, function)
    }

    func close(at site: SourceSite) {
        isWhole ? machine.close(at: site) : machine.reporter.report(.scopeClosed(State.self, at: site))
    }

    /// The part, or the end of the program where there is none any more.
    @usableFromInline var state: State {
        var state: State?
        guard read({ state = $0 }), let state else { stopMissingState() }
        return state
    }

    @usableFromInline
    func stopMissingState() -> Never {
        machine.reporter.stop(
            Diagnostic(
                .scopeStateGone,
                message: "The state of a scope, \(typeName(State.self)), was read after it went away.",
                remedy: """
                    Ask the parent for the scope again: it returns `nil` if the state is absent. Then release your \
                    scope.
                    """
            )
        )
    }
}

extension Machine: StorePart {
    @usableFromInline var machine: any PartMachine { self }

    @usableFromInline var isWhole: Bool { true }

    @usableFromInline var scope: AnyObject? { nil }

    @usableFromInline var mayGo: Bool { false }

    @usableFromInline
    func keep() {}

    @usableFromInline
    func read(_ body: (State) -> Void) -> Bool {
        let phase = beginReading()
        body(storage.pointee.state)
        endReading(in: phase)
        return true
    }

    @usableFromInline
    func attach(_ attachment: Attachment<State, Action>, keepingScope: Bool) -> ObservationToken {
        attach(attachment)
    }
}

/// What tracked code last saw of a part that may go; boxed, so that the scope of one that is not tracked is small.
final class KeptState<State> {
    private var state: State

    init(_ state: State) { self.state = state }

    /// Keeps a newer state.
    func keep(_ newState: State) {
        let former = state
        state = newState
        // The release of a state may run code of the program, which may read this one.
        withExtendedLifetime(former) {}
    }

    /// Shows the state to a closure.
    func show(_ body: (State) -> Void) {
        let state = state
        body(state)
    }
}

/// Stands in place of a kept state where the part is there as long as its store.
final class PermanentPart: Sendable {
    static let mark = PermanentPart()
}

/// Where the state of a store lies, if it is always there: a whole state, or a property of one that is stored inline.
///
/// So a property is read by one load through any number of scopes. The pointers stay valid as long as the machine:
/// it allocates both once, and frees them when it is released. What has a place keeps the machine alive, and uses the
/// place only on the machine's actor.
@usableFromInline
struct StatePlace<State> {
    @usableFromInline let address: UnsafeMutablePointer<State>

    /// What the machine is doing: while a reducer has the state, nothing reads it here.
    @usableFromInline let status: UnsafeMutablePointer<MachineStatus>

    @inlinable
    init(address: UnsafeMutablePointer<State>, status: UnsafeMutablePointer<MachineStatus>) {
        self.address = address
        self.status = status
    }

    /// Whether the state is at rest, and can be read.
    @inlinable var isReadable: Bool { status.pointee.phase != .reducing }

    /// The place of a part of the state, if that is always there and stored inline.
    @inlinable
    func place<Part>(of lens: Lens<State, Part>) -> StatePlace<Part>? {
        guard let offset = lens.offset else { return nil }
        // The offset answers only for a property that is stored inline, so `Part` lies there.
        let part = UnsafeMutableRawPointer(address).advanced(by: offset).assumingMemoryBound(to: Part.self)
        return StatePlace<Part>(address: part, status: status)
    }

    /// Shows the state to a closure where it lies; what the closure sends waits.
    ///
    /// - Parameters:
    ///   - body: Reads the state, which is at rest.
    ///   - resume: Lets the machine, which was idle, go on with what it was asked for meanwhile.
    /// - Returns: What the closure returned.
    @inlinable
    @inline(__always)
    func read<Result>(_ body: (State) throws -> Result, resume: () -> Void) rethrows -> Result {
        let before = status.pointee
        // Whatever has to be done about the state when it is at rest again sets this.
        if before.phase == .idle { status.pointee.phase = .attending }
        status.pointee.isAttended = false
        defer {
            let isAsked = status.pointee.isAttended
            status.pointee.phase = before.phase
            status.pointee.isAttended = before.isAttended || isAsked
            if isAsked, before.phase == .idle { resume() }
        }
        return try body(address.pointee)
    }
}

extension Machine {
    /// Where the state lies.
    var place: StatePlace<State> {
        StatePlace(address: storage.pointee.place, status: effects.status)
    }
}
