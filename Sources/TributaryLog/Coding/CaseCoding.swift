// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The changes of an `ActionCoding`, without the type of the actions.
struct CaseCoding: Sendable {
    struct Upgrade: Sendable {
        let version: Int
        let change: @Sendable (inout CodedValue) throws -> Void
    }

    struct Child: Sendable {
        let field: String
        let coding: CaseCoding

        init(field: String, coding: CaseCoding) {
            self.field = field
            self.coding = coding
        }
    }

    /// The result of an upgrade.
    enum Upgraded {
        /// No change concerns it, so it is read as it was written.
        case same
        case changed(CodedValue)
        case dropped
    }

    var version: Int
    var renames: [Int: [String: String]] = [:]
    var drops: [Int: Set<String>] = [:]
    var upgrades: [String: [Upgrade]] = [:]
    var children: [String: Child] = [:]

    init(version: Int) { self.version = version }

    /// The versions that this program writes.
    ///
    /// That of the action itself is under `""`, that of a child under the name of its case; a `1` is left out.
    var versions: [String: Int] {
        var versions = version == 1 ? [:] : ["": version]
        for (name, child) in children {
            for (path, version) in child.coding.versions {
                versions[path.isEmpty ? name : "\(name).\(path)"] = version
            }
        }
        return versions
    }

    /// Upgrades an action to this version.
    ///
    /// - Parameters:
    ///   - action: As it was written.
    ///   - versions: Those that wrote it.
    ///   - path: Of this action in the outermost one.
    /// - Returns: The upgraded action.
    /// - Throws: A `CodingFailure`, or an error of an upgrade.
    func upgrade(_ action: CodedValue, from versions: [String: Int], at path: String = "") throws -> Upgraded
    {
        guard case .object(let cases) = action, cases.count == 1, var (name, payload) = cases.first else {
            throw CodingFailure(description: "an action is one case, and this is not: \(action)")
        }
        let writtenName = name
        let written = versions[path] ?? 1
        guard written <= version else {
            throw CodingFailure(
                description: """
                    \(path.isEmpty ? "it" : "“\(path)” in it") was written by version \(written), and this is \(version)
                    """
            )
        }
        var isChanged = false
        if written < version {
            for version in (written + 1)...version {
                if drops[version]?.contains(name) == true { return .dropped }
                guard let newName = renames[version]?[name] else { continue }
                (name, isChanged) = (newName, true)
            }
            for upgrade in (upgrades[name] ?? []).sorted(by: { $0.version < $1.version })
            where upgrade.version > written {
                try upgrade.change(&payload)
                isChanged = true
            }
        }
        if let child = children[name], let inner = payload[child.field] {
            // The versions were written with the case's former name.
            let childPath = path.isEmpty ? writtenName : "\(path).\(writtenName)"
            switch try child.coding.upgrade(inner, from: versions, at: childPath) {
            case .same: break
            case .changed(let upgraded): (payload[child.field], isChanged) = (upgraded, true)
            case .dropped: return .dropped
            }
        }
        return isChanged ? .changed(.object([name: payload])) : .same
    }
}

/// A value does not encode an action of the type.
struct CodingFailure: Error, CustomStringConvertible {
    let description: String
}
