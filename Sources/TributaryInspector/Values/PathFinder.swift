// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Finds the same part of many states: in a struct, the field that led there before is taken without looking at the others.
struct PathFinder {
    private struct Step {
        let type: ObjectIdentifier
        let offset: Int
        let rest: Substring
    }

    private let path: ValuePath

    /// The fields at the beginning of the path, which are the same in all values of their type.
    private var steps: [Step] = []

    init(_ path: ValuePath) { self.path = path }

    mutating func find(in value: Any) -> ReflectedValue? {
        guard case .label(let label) = path else { return ReflectedValue.find(path, in: value)?.value }
        var (found, rest, depth) = (ReflectedValue(value), label[...], 0)
        while !rest.isEmpty {
            // It may contain itself.
            guard found.kind != .object else { return ReflectedValue.find(path, in: value)?.value }
            let type = ObjectIdentifier(Swift.type(of: found.value))
            if depth < steps.count, steps[depth].type == type {
                let fields = found.mirror.children
                let index = fields.index(fields.startIndex, offsetBy: steps[depth].offset)
                found = ReflectedValue(fields[index].value)
                rest = steps[depth].rest
                depth += 1
                continue
            }
            guard let (part, remaining) = found.part(beginning: rest) else { return nil }
            if found.hasFixedFields, depth <= steps.count,
                let offset = found.mirror.children.map(\.label).firstIndex(of: part.label)
            {
                steps[depth...] = [Step(type: type, offset: offset, rest: remaining)]
                depth += 1
            } else {
                // From here on, the parts depend on the value.
                depth = .max
            }
            (found, rest) = (ReflectedValue(part.value), remaining)
        }
        return found
    }
}
