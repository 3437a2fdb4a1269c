// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A machine, as its effects know it.
protocol EffectOwner: AnyObject {
    /// Goes on with what the machine was doing, or with what was asked of it meanwhile.
    func endReading(in phase: MachinePhase)
}

extension EffectRunner {
    /// Asks the ledger or the tree of lifetimes, which hash, compare and release identifiers of the program.
    ///
    /// That code may use the machine (law 14). What it asks for waits until nothing is half done here, and is done then,
    /// unless a turn is running.
    func performing<Result>(_ body: () -> Result) -> Result {
        let phase = status.pointee.phase
        guard phase != .performing else { return body() }
        status.pointee.phase = .performing
        defer {
            status.pointee.phase = phase
            if phase == .idle, status.pointee.isAttended { owner?.endReading(in: phase) }
        }
        return body()
    }

    /// Goes on with effects between two turns, if the machine is still there.
    func proceed(_ body: () -> Void) {
        guard let owner else { return }
        withExtendedLifetime(owner) {
            body()
            // No action is being processed here that would start what begins: start it now.
            startBegun()
        }
    }
}
