// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What an `ActionCoding` says, without the type of the actions.
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

    /// Makes what this version would have written.
    ///
    /// - Parameters:
    ///   - action: As it was written.
    ///   - versions: Those that wrote it.
    ///   - path: Of this action in the outermost one.
    /// - Returns: `nil` if the action was dropped.
    /// - Throws: Why it cannot be made.
    func upgrade(_ action: CodedValue, from versions: [String: Int], at path: String = "") throws
        -> CodedValue?
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
        if written < version {
            for version in (written + 1)...version {
                if drops[version]?.contains(name) == true { return nil }
                name = renames[version]?[name] ?? name
            }
            for upgrade in (upgrades[name] ?? []).sorted(by: { $0.version < $1.version })
            where upgrade.version > written {
                try upgrade.change(&payload)
            }
        }
        if let child = children[name], let inner = payload[child.field] {
            // What wrote the versions knew the case by its name of then.
            let childPath = path.isEmpty ? writtenName : "\(path).\(writtenName)"
            guard let upgraded = try child.coding.upgrade(inner, from: versions, at: childPath) else {
                return nil
            }
            payload[child.field] = upgraded
        }
        return .object([name: payload])
    }
}

/// Why a value is not what an action is coded as.
struct CodingFailure: Error, CustomStringConvertible {
    let description: String
}
