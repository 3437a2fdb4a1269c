// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Module {
    /// The machine behind the module, for tests; `nil` for a module in front of a mirror.
    package var hostedMachine: (any HostedMachine)? { boundary.machine() }
}
