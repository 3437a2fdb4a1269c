// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

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
