// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

/// A feature with a body, made when the tree around it is resolved.
struct EngineBody<Part: EnginePart>: Reducer {
    let make: () -> any Reducer<Part, EngineAction>

    init(_ make: @escaping () -> any Reducer<Part, EngineAction>) { self.make = make }

    var body: some Reducer<Part, EngineAction> { make() }
}
