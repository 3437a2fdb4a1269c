// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// An input or an output of a module; these are the actions of the store that tests it.
enum ModuleEvent<Input, Output> {
    case input(Input)
    case output(Output)

    /// The value that failures show.
    var content: Any {
        switch self {
        case .input(let input): input
        case .output(let output): output
        }
    }

    var output: Output? {
        guard case .output(let output) = self else { return nil }
        return output
    }
}
