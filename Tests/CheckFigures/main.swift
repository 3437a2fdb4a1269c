// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Tributary
import TributaryTesting

/// Prints situations, steps, and the time that a check takes, for `Scripts/compare-spin.sh`.
///
/// The arguments are a model and its size.

/// The largest memory that the program had, in bytes.
func peakBytes() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") } ?? ""
    return (line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1_024
}

let limits = CheckLimits(
    time: .seconds(600),
    depth: .max,
    situations: .max,
    memory: .max,
    effectsInFlight: .max
)
let before = peakBytes()

func report<State, Action>(_ result: CheckResult<State, Action, NoWorld>) {
    let seconds =
        Double(result.duration.components.seconds) + Double(result.duration.components.attoseconds) * 1e-18
    let rate = Int(Double(result.stepCount) / seconds)
    let bytes = (peakBytes() - before) / result.situationCount
    print(
        "\(result.situationCount) situations, \(result.stepCount) steps in \(String(format: "%.3f", seconds)) s: "
            + "\(rate) steps a second, \(bytes) bytes a situation at the peak, \(result.recordingCount) recordings, "
            + (result.isComplete ? "complete" : "not complete")
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
case "flight":
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
case "state":
    report(
        await check(
            CommitInState(),
            initialState: CommitInState.initialState(size),
            actions: CommitInState.actions,
            properties: [
                .never("one has committed, another aborted") {
                    $0.resources.contains(.committed) && $0.resources.contains(.aborted)
                }
            ],
            limits: limits,
            realWalks: 0
        )
    )
default: print("usage: CheckFigures independent|flight|state SIZE")
}
