// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Tributary
import TributaryLog
import TributaryTesting

// Prints situations, steps, and the cost of a check, for `Scripts/measure.sh check`. The arguments are a
// model and its size.

/// The largest memory that the program had, in bytes.
func peakBytes() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") } ?? ""
    return (line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1_024
}

func processorSeconds() -> Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

let limits = CheckLimits(
    time: .seconds(6_000),
    depth: .max,
    situations: .max,
    memory: .max,
    effectsInFlight: .max
)
let before = peakBytes()
let begin = processorSeconds()

func report<State, Action, World>(_ result: CheckResult<State, Action, World>) {
    let seconds = result.duration / .seconds(1)
    let bytes = (peakBytes() - before) / result.situationCount
    print(
        result.situationCount,
        result.stepCount,
        String(format: "%.3f", seconds),
        Int(Double(result.stepCount) / seconds),
        bytes,
        result.recordingCount,
        result.isComplete ? "complete" : "incomplete"
    )
}

let arguments = CommandLine.arguments
let size = arguments.count > 2 ? Int(arguments[2]) ?? 3 : 3
switch arguments.dropFirst().first {
case "independent":
    report(
        await check(
            Many(count: size),
            initialState: Many.State(),
            actions: { $0.hasBegun ? [] : [.go] },
            properties: [.sometimes("all arrive") { $0.arrived.count == size }],
            limits: limits,
            realWalks: 0
        )
    )
case "commit":
    report(
        await check(
            Commit(count: size),
            initialState: Commit.initialState(size),
            actions: Commit.actions,
            properties: [
                .never("one has committed, another aborted") {
                    $0.resources.contains(.committed) && $0.resources.contains(.aborted)
                }
            ],
            limits: limits,
            realWalks: 0
        )
    )
case "checkout":
    report(
        await check(
            Checkout(hasOrderKey: false),
            initialState: Checkout.State(),
            world: Bank(),
            actions: { state in
                (state.attempt < size ? [.pay] : []) + (state.phase == .paying ? [.cancel] : [])
            },
            properties: [.sometimes("charged for each attempt") { $0.world.chargeCount == size }],
            limits: limits,
            realWalks: 0
        ) { dependencies, bank in
            dependencies.charge = { try await bank.charge($0) }
        }
    )
case "real":
    let exploration = await explore(limit: .max) {
        let store = TestStore(initialState: Many.State()) { Many(count: size) }
        await store.send(.go)
        await store.finish()
    }
    print(
        exploration.situationCount ?? 0,
        exploration.count,
        String(format: "%.1f", processorSeconds() - begin),
        exploration.isComplete ? "complete" : "incomplete"
    )
case "minimize":
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).tributary").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    for seed in 11...15 as ClosedRange<UInt64> {
        try Accounts.write(Accounts.recorded(1_000 * size, seed: seed), to: path)
        let start = processorSeconds()
        let minimized = try await minimize(session: path) {
            Accounts()
        } failing: {
            $0.isBroken
        }
        print(
            minimized.recordedCount,
            minimized.actions.count,
            minimized.probeCount,
            String(format: "%.2f", processorSeconds() - start)
        )
    }
default: print("usage: CheckFigures independent|commit|checkout|real|minimize SIZE")
}
