// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore
internal import TributaryPresenting

/// A request of an effect, as data; an effect is a list of them.
///
/// It has ended when all of them have.
indirect enum PlanItem {
    /// An action that follows in the same turn, by its number.
    case send(Int)
    case run(PlannedOperation, FlightTag)
    case cancel(AnyHashable, FlightPlace)
    case sequence([FlightPlan], FlightTag)
    case limited(FlightPlan, AnyHashable, EffectPolicy, FlightTag)
    case delayed(FlightPlan, FlightTag)
    case throttled(FlightPlan, AnyHashable, latest: Bool, FlightTag)
    /// The action is sent if the plan takes too long.
    case timed(FlightPlan, action: Int, FlightTag)
}

typealias FlightPlan = [PlanItem]

/// An operation that a plan begins, with its script once it is recorded.
final class PlannedOperation {
    let operation: RecordedOperation

    /// The first point of the script.
    var script: ScriptPoint?

    init(_ operation: RecordedOperation) { self.operation = operation }
}

/// The identifiers of an effect, and the state that it lives with: it is cancelled by either.
final class FlightTag {
    let identifiers: [AnyHashable]
    let place: FlightPlace
    let identity: UInt64

    init(_ identifiers: [AnyHashable], _ place: FlightPlace) {
        self.identifiers = identifiers
        self.place = place
        identity = mix(place.identity, identifiers.isEmpty ? 29 : fingerprint(identifiers))
    }
}

/// A part of the state that effects live with.
///
/// A page of a stack that is pushed again is another page, also in an equal state: it has another stamp. A situation identifies the
/// page by its number, which the place has from its parent. The stamp is compared with those of the states of one path only.
final class FlightPlace {
    let parent: FlightPlace?

    /// Identifies it in a situation.
    let identity: UInt64

    /// Identifies it on one path.
    let exactIdentity: UInt64

    /// The way from the parent to it; `nil` for the whole state.
    let link: StateLink?
    let element: AnyHashable?

    init() { (parent, identity, exactIdentity, link, element) = (nil, 31, 31, nil, nil) }

    init(_ parent: FlightPlace, _ link: StateLink, _ element: AnyHashable?) {
        self.parent = parent
        self.link = link
        self.element = element
        let way = UInt64(UInt(bitPattern: ObjectIdentifier(link)))
        let isPage = element?.base is StackPageID
        identity = mix(mix(parent.identity, way), fingerprint(isPage ? nil : element))
        exactIdentity = mix(mix(parent.exactIdentity, way), fingerprint(element))
    }

    var isRoot: Bool { parent == nil }

    /// Whether it is in a page of a stack.
    var isInPage: Bool { identity != exactIdentity }

    /// Whether it is another place or below it.
    func isWithin(_ other: FlightPlace) -> Bool {
        if other.isRoot { return true }
        var place: FlightPlace? = self
        while let current = place {
            if current == other { return true }
            place = current.parent
        }
        return false
    }
}

extension FlightPlace: Equatable {
    static func == (left: FlightPlace, right: FlightPlace) -> Bool {
        left.exactIdentity == right.exactIdentity
    }
}

extension FlightPlan {
    /// Identifies a plan by its possible behavior.
    var identity: UInt64 { reduce(UInt64(count) &+ 41) { mix($0, $1.identity) } }

    /// The operations that it begins, each with its identifiers and its place.
    var operations: [(operation: PlannedOperation, tag: FlightTag)] {
        flatMap { (item) -> [(operation: PlannedOperation, tag: FlightTag)] in
            switch item {
            case .run(let operation, let tag): [(operation, tag)]
            case .send, .cancel: []
            case .sequence(let plans, _): plans.flatMap(\.operations)
            case .limited(let plan, _, _, _), .delayed(let plan, _), .throttled(let plan, _, _, _),
                .timed(let plan, _, _):
                plan.operations
            }
        }
    }

    /// Whether it begins and cancels effects of the whole state, and nothing else.
    var isPlain: Bool {
        allSatisfy { item in
            switch item {
            case .run(_, let tag): tag.place.isRoot
            case .cancel(_, let place): place.isRoot
            case .send, .sequence, .limited, .delayed, .throttled, .timed: false
            }
        }
    }
}

/// The plan of an effect, with its identity, which its operations have once they are recorded.
final class KeptPlan {
    let plan: FlightPlan
    let isPlain: Bool

    /// Whether it is about effects of pages: an equal state has other pages.
    let hasPages: Bool
    private(set) lazy var identity = plan.identity

    init(_ plan: FlightPlan, hasPages: Bool) {
        self.plan = plan
        self.hasPages = hasPages
        isPlain = plan.isPlain
    }
}

extension PlanItem {
    fileprivate var identity: UInt64 {
        switch self {
        case .send(let action):
            mix(43, UInt64(action))
        case .run(let operation, let tag):
            mix(mix(47, operation.script?.identity ?? 0), tag.identity)
        case .cancel(let identifier, let place):
            mix(mix(53, fingerprint(identifier)), place.identity)
        case .sequence(let plans, let tag):
            plans.reduce(mix(59, tag.identity)) { mix($0, $1.identity) }
        case .limited(let plan, let identifier, let policy, let tag):
            mix(mix(mix(61, fingerprint(identifier)), fingerprint(policy)), mix(plan.identity, tag.identity))
        case .delayed(let plan, let tag):
            mix(67, mix(plan.identity, tag.identity))
        case .throttled(let plan, let identifier, let latest, let tag):
            mix(mix(latest ? 71 : 73, fingerprint(identifier)), mix(plan.identity, tag.identity))
        case .timed(let plan, let action, let tag):
            mix(mix(79, UInt64(action)), mix(plan.identity, tag.identity))
        }
    }
}
