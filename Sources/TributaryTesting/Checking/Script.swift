// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

/// One point in an operation that was recorded: its next step, and the points that may follow.
///
/// An operation is recorded by running it alone, once for each way through its answers. From then on it is a value: a
/// point in this tree. Actions are known by their numbers, so that nothing here is generic.
final class ScriptPoint {
    enum Step {
        /// Delivers an action; `nil` if the parent of its child drops it.
        case sends(Int?)
        /// Waits for an answer.
        case asks(Question)
        /// Reports a diagnostic.
        case reports(Diagnostic)
        /// Has ended.
        case ends
        /// Waits for something that the check does not control.
        case waits
        /// Sends more actions without a question than a check follows.
        case goesOn
    }

    let step: Step

    /// The answers that led here.
    let answers: [AnyHashable]
    let operation: RecordedOperation

    /// The point after an action or a diagnostic.
    fileprivate(set) var next: ScriptPoint?

    /// The point after each answer that was recorded.
    fileprivate(set) var followers: [AnyHashable: ScriptPoint] = [:]

    /// The same for answers that are always possible, by their position.
    fileprivate(set) var choices: [ScriptPoint?] = []

    /// Identifies the point by its possible behavior: equal for effects that do the same from here on.
    fileprivate(set) var identity: UInt64 = 0

    init(_ step: Step, _ answers: [AnyHashable], _ operation: RecordedOperation) {
        self.step = step
        self.answers = answers
        self.operation = operation
        if case .asks(let question) = step, let answers = question.answers {
            choices = Array(repeating: nil, count: answers.count)
        }
    }

    /// The point after an answer, if that was recorded.
    func follower(of answer: AnyHashable) -> ScriptPoint? { followers[answer] }

    /// The action that a move delivers at once, -1 if it delivers none, and the point after it; `nil` if that is not recorded.
    func following(_ answer: Int32) -> (action: Int, next: ScriptPoint)? {
        switch step {
        case .sends(let action): return next.map { (action ?? -1, $0) }
        case .asks(let question):
            guard question.answers != nil, let follower = choices[Int(answer)], follower.identity != 0 else {
                return nil
            }
            // An answer that changes nothing outside may as well be given when the action arrives.
            guard question.change == nil, case .sends(let action) = follower.step else {
                return (-1, follower)
            }
            return follower.next.map { (action ?? -1, $0) }
        case .reports, .ends, .waits, .goesOn: return nil
        }
    }

    fileprivate func insert(_ point: ScriptPoint, after answer: AnyHashable) {
        followers[answer] = point
        if case .asks(let question) = step, let index = question.answers?.firstIndex(of: answer) {
            choices[index] = point
        }
    }
}

/// An operation of an effect, which can be run alone any number of times.
final class RecordedOperation {
    let name: String?
    let site: SourceSite?

    /// Its origin: the state, the action, and its position among the effects of that action.
    let origin: UInt64

    /// Runs it for a recording.
    let run: (OperationRecording) -> Void

    /// Whether it is longer than a check records, so that points are compared by their next steps.
    fileprivate(set) var isLong = false

    /// Whether it did something else when it was run again.
    fileprivate(set) var hasStrayed = false

    init(name: String?, site: SourceSite?, origin: UInt64, run: @escaping (OperationRecording) -> Void) {
        self.name = name
        self.site = site
        self.origin = origin
        self.run = run
    }
}

/// How many points of one operation are recorded at once; a longer one is recorded as the search needs it.
private let pointLimit = 512

/// How many steps ahead two points of a long operation are compared.
private let horizon = 8

/// Records operations.
final class ScriptRecorder {
    private let home = InlineHome()

    /// The recorded scripts by their identity: effects that do the same share one.
    private var known: [UInt64: ScriptPoint] = [:]

    /// How often an operation was run.
    private(set) var runCount = 0

    /// The operations that are longer than is recorded.
    private(set) var long: [RecordedOperation] = []

    /// The operations that wait for something that the check does not control, or send without end.
    private(set) var outside: [RecordedOperation] = []

    /// The first point of an operation, with everything that may follow.
    nonisolated(nonsending) func record(_ operation: RecordedOperation) async -> ScriptPoint {
        let root = await run(operation, [], known: nil)
        var waiting = openQuestions(from: root)
        var count = 0
        while let (point, answer) = waiting.popLast() {
            count += 1
            guard count < pointLimit else {
                operation.isLong = true
                long.append(operation)
                break
            }
            let follower = await extend(point, answer)
            waiting += openQuestions(from: follower)
        }
        if operation.isLong {
            await identifyByHorizon(root)
            return root
        }
        identify(root)
        if let known = known[root.identity] { return known }
        known[root.identity] = root
        return root
    }

    /// The point after an answer; it is recorded if it was not.
    nonisolated(nonsending) func follower(of point: ScriptPoint, after answer: AnyHashable) async
        -> ScriptPoint
    {
        if let follower = point.follower(of: answer) { return follower }
        let follower = await extend(point, answer)
        if point.operation.isLong {
            await identifyByHorizon(follower)
        } else {
            identify(follower)
        }
        return follower
    }

    private nonisolated(nonsending) func extend(_ point: ScriptPoint, _ answer: AnyHashable) async
        -> ScriptPoint
    {
        let follower = await run(point.operation, point.answers + [answer], known: point)
        point.insert(follower, after: answer)
        return follower
    }

    /// Runs an operation with some answers, and returns the point after the last of them.
    private nonisolated(nonsending) func run(
        _ operation: RecordedOperation,
        _ answers: [AnyHashable],
        known point: ScriptPoint?
    ) async -> ScriptPoint {
        runCount += 1
        let recording = OperationRecording(answers, home)
        CurrentRecorder.$value.withValue(recording) { operation.run(recording) }
        home.drain()
        if recording.isAway {
            // It may be on the main actor, which runs first in, first out.
            for _ in 0..<3 where recording.isAway {
                await EffectScheduler.passMainActor()
                home.drain()
            }
        }
        let (steps, asked) = recording.end()
        home.drain()
        if asked < answers.count { operation.hasStrayed = true }
        var last: ScriptPoint?
        for step in steps.reversed() {
            switch step {
            case .waits, .goesOn: outside.append(operation)
            case .sends, .asks, .reports, .ends: break
            }
            let made = ScriptPoint(step, answers, operation)
            made.next = last
            last = made
        }
        return last ?? ScriptPoint(.ends, answers, operation)
    }

    /// The answers of the next questions that were not recorded, if they do not depend on the world.
    private func openQuestions(from point: ScriptPoint) -> [(ScriptPoint, AnyHashable)] {
        var point: ScriptPoint? = point
        while let current = point {
            if case .asks(let question) = current.step {
                return (question.answers ?? []).filter { current.followers[$0] == nil }.map { (current, $0) }
            }
            point = current.next
        }
        return []
    }

    /// Identifies a point and all that follow, the last ones first.
    private func identify(_ root: ScriptPoint) {
        var order: [ScriptPoint] = []
        var waiting = [root]
        while let point = waiting.popLast() {
            guard point.identity == 0 else { continue }
            order.append(point)
            if let next = point.next { waiting.append(next) }
            waiting += point.followers.values
        }
        for point in order.reversed() where point.identity == 0 {
            point.identity = identity(of: point) { $0.identity }
        }
    }

    /// Identifies a point of a long operation by its next steps.
    private nonisolated(nonsending) func identifyByHorizon(_ root: ScriptPoint) async {
        // Everything up to the next question, and the question itself, is asked for its identity.
        var point: ScriptPoint? = root
        while let current = point, current.identity == 0 {
            current.identity = await identity(of: current, within: horizon)
            point = current.next
        }
    }

    private nonisolated(nonsending) func identity(of point: ScriptPoint, within count: Int) async -> UInt64 {
        guard count > 0 else { return 11 }
        var identities: [ObjectIdentifier: UInt64] = [:]
        if let next = point.next {
            identities[ObjectIdentifier(next)] = await identity(of: next, within: count - 1)
        }
        if case .asks(let question) = point.step {
            for answer in question.answers ?? [] where point.followers[answer] == nil {
                _ = await extend(point, answer)
            }
            for follower in point.followers.values {
                identities[ObjectIdentifier(follower)] = await identity(of: follower, within: count - 1)
            }
        }
        return identity(of: point) { identities[ObjectIdentifier($0)] ?? 0 }
    }

    private func identity(of point: ScriptPoint, _ following: (ScriptPoint) -> UInt64) -> UInt64 {
        switch point.step {
        case .ends: return 3
        case .waits, .goesOn:
            return mix(point.operation.origin, fingerprint(point.answers))
        case .reports(let diagnostic):
            return mix(fingerprint(diagnostic.message), point.next.map(following) ?? 1)
        case .sends(let action):
            return mix(UInt64(bitPattern: Int64(action ?? -1)) &+ 17, point.next.map(following) ?? 1)
        case .asks(let question):
            let title = mix(fingerprint(question.title), question.change == nil ? 5 : 7)
            guard let answers = question.answers else {
                // Not all answers are known: only the origin and the answers so far identify it.
                return mix(mix(title, point.operation.origin), fingerprint(point.answers))
            }
            return answers.reduce(title) { identity, answer in
                mix(identity, mix(fingerprint(answer), point.followers[answer].map(following) ?? 1))
            }
        }
    }
}
