// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Cluster
import NIOCore

/// What a node knows of the others: whom it has asked what, and over which connections.
///
/// Everything happens on its event loop, so nothing is changed by two threads; that is why it may be sent.
final class NIONode: @unchecked Sendable {
    typealias Answer = Result<[UInt8], NodeTransportError>

    /// How this node calls another one: with a handler for the connection.
    typealias Dial = (_ address: String, _ connection: NIOConnection) -> EventLoopFuture<Void>

    private struct Question {
        let address: String
        let deadline: NIODeadline
        var body: [UInt8]
        /// Over which it was asked; `nil` while it waits for one.
        var connection: NIOConnection?
        let complete: (Answer) -> Void
    }

    /// What this node has to do with another one.
    private final class Place {
        var connection: NIOConnection?
        var isDialing = false
        /// What is asked when there is a connection.
        var waiting: [UInt64] = []
        var waitingBytes = 0
        /// How many questions have no answer.
        var asked = 0
        /// Until when it is not called again, and why.
        var rest: (end: NIODeadline, reason: String)?
        var pause = Place.shortestPause

        static let shortestPause = TimeAmount.milliseconds(50)
        static let longestPause = TimeAmount.seconds(5)
    }

    let loop: any EventLoop
    let secret: [UInt8]
    let limits: NIOTransport.Limits
    private let report: (String) -> Void
    private let dial: Dial
    var identity: NodeIdentity
    /// Gets what is asked, and whom to tell the answer, on this loop; `nil` before the node takes part.
    var answering: ((_ question: [UInt8], _ complete: @escaping @Sendable ([UInt8]) -> Void) -> Void)?

    private var questions: [UInt64: Question] = [:]
    private var places: [String: Place] = [:]
    private var connections: [ObjectIdentifier: NIOConnection] = [:]
    private var alarm: (time: NIODeadline, task: Scheduled<Void>)?
    private var refusals = 0
    private var stopped: EventLoopPromise<Void>?

    init(
        _ identity: NodeIdentity,
        secret: [UInt8],
        limits: NIOTransport.Limits,
        loop: any EventLoop,
        report: @escaping (String) -> Void,
        dial: @escaping Dial
    ) {
        self.identity = identity
        self.secret = secret
        self.limits = limits
        self.loop = loop
        self.report = report
        self.dial = dial
    }

    func ask(
        _ address: String,
        _ body: [UInt8],
        number: UInt64,
        deadline: NIODeadline,
        complete: @escaping (Answer) -> Void
    ) {
        loop.assertInEventLoop()
        func refuse(_ reason: String) { complete(.failure(.refused(reason: "\(address): \(reason)"))) }
        if stopped != nil || answering == nil { return refuse("this node takes no part") }
        if address == identity.address { return refuse("it is this node itself") }
        if body.count > limits.bytes {
            return refuse("the question has \(body.count) bytes, and \(limits.bytes) are allowed")
        }
        if deadline <= loop.now { return refuse("the deadline has passed") }
        let place = places[address] ?? Place()
        places[address] = place
        if place.asked >= limits.questions { return refuse("\(place.asked) questions wait for its answers") }
        var question = Question(address: address, deadline: deadline, body: body, complete: complete)
        if let connection = place.connection {
            guard connection.isWritable else { return refuse("it does not read what it is asked") }
            place.asked += 1
            connection.asked += 1
            question.connection = connection
            question.body = []
            questions[number] = question
            connection.send(NIOFrame(kind: .question, number: number, body: body))
        } else {
            if let rest = place.rest, rest.end > loop.now { return refuse(rest.reason) }
            if place.waitingBytes + body.count > limits.waitingBytes {
                return refuse("\(place.waitingBytes) bytes wait for a connection")
            }
            place.asked += 1
            place.waitingBytes += body.count
            place.waiting.append(number)
            questions[number] = question
            if !place.isDialing { call(address, place) }
        }
        wake(at: deadline)
    }

    private func call(_ address: String, _ place: Place) {
        place.isDialing = true
        let connection = NIOConnection(self, dialing: address)
        dial(address, connection).whenFailure { self.dialed(address, reason: "it cannot be reached: \($0)") }
    }

    /// A call has failed: it is not tried again at once.
    private func dialed(_ address: String, reason: String) {
        guard let place = places[address], place.isDialing else { return }
        place.isDialing = false
        place.rest = (loop.now + place.pause, reason)
        place.pause = min(place.pause * 2, Place.longestPause)
        refuseWaiting(place, reason)
    }

    private func refuseWaiting(_ place: Place, _ reason: String) {
        for number in place.waiting { finish(number, .failure(.refused(reason: reason)), over: nil) }
        place.waiting = []
        place.waitingBytes = 0
    }

    /// The connection is the one over which the answer came; `nil` for a question that was not asked.
    func finish(_ number: UInt64, _ answer: Answer, over connection: NIOConnection?) {
        // One that was answered too late is not known any more.
        guard let question = questions[number], question.connection === connection else { return }
        questions[number] = nil
        places[question.address]?.asked -= 1
        if let connection {
            connection.asked -= 1
            connection.endIfDone()
        } else {
            places[question.address]?.waitingBytes -= question.body.count
        }
        question.complete(answer.mapError { $0.at(question.address) })
    }

    /// Nobody waits for the answer any more.
    func give(up number: UInt64, because reason: String) {
        guard let question = questions[number] else { return }
        let isAsked = question.connection != nil
        finish(
            number,
            .failure(
                isAsked
                    ? .unknown(reason: reason) : .refused(reason: "\(reason) before there was a connection")
            ),
            over: question.connection
        )
    }

    private func wake(at time: NIODeadline) {
        if let alarm, alarm.time <= time { return }
        alarm?.task.cancel()
        alarm = (time, loop.scheduleTask(deadline: time) { self.giveUpLate() })
    }

    private func giveUpLate() {
        alarm = nil
        let now = loop.now
        for (number, question) in questions where question.deadline <= now {
            give(up: number, because: "the deadline passed")
        }
        if let next = questions.values.lazy.map(\.deadline).min() { wake(at: next) }
    }

    func began(_ connection: NIOConnection) {
        connections[ObjectIdentifier(connection)] = connection
        if stopped != nil { connection.fail("this node stops") }
    }

    func opened(_ connection: NIOConnection, _ peer: NodeIdentity) {
        let place = places[peer.address] ?? Place()
        places[peer.address] = place
        place.rest = nil
        place.pause = Place.shortestPause
        if connection.isDialed { place.isDialing = false }
        let former = place.connection
        if let former, former.peer?.instance == peer.instance, former.isDialed != connection.isDialed {
            // Both have called at once, and both keep the same one.
            let isKept = connection.isDialed == (identity.address < peer.address)
            place.connection = isKept ? connection : former
            (isKept ? former : connection).leave()
        } else {
            place.connection = connection
            if former?.peer?.instance == peer.instance {
                former?.leave()
            } else {
                former?.fail("the node has begun anew")
            }
        }
        let waiting = place.waiting
        place.waiting = []
        place.waitingBytes = 0
        guard let kept = place.connection else { return }
        for number in waiting {
            guard let question = questions[number] else { continue }
            questions[number]?.connection = kept
            questions[number]?.body = []
            kept.asked += 1
            kept.send(NIOFrame(kind: .question, number: number, body: question.body))
        }
    }

    /// The other node asks nothing more over a connection.
    func leave(_ connection: NIOConnection) {
        if let address = connection.peer?.address, let place = places[address],
            place.connection === connection
        {
            place.connection = nil
        }
        connection.leave()
    }

    func ended(_ connection: NIOConnection, isCallInVain: Bool, reason: String) {
        connections[ObjectIdentifier(connection)] = nil
        let numbers = questions.filter { $0.value.connection === connection }.keys
        for number in numbers { finish(number, .failure(.unknown(reason: reason)), over: connection) }
        if let address = connection.peer?.address, let place = places[address],
            place.connection === connection
        {
            place.connection = nil
        }
        if let address = connection.dialed, isCallInVain {
            dialed(address, reason: "there was no agreement: \(reason)")
        }
        if connections.isEmpty { stopped?.succeed() }
    }

    func answer(_ frame: NIOFrame, over connection: NIOConnection) {
        answering?(frame.body) { connection.answer(frame.number, $0) }
    }

    /// Says so at the first, second, fourth, eighth, … time: whoever knocks must not fill a log.
    func refused(_ reason: String, from address: SocketAddress?) {
        refusals += 1
        guard refusals & (refusals - 1) == 0 else { return }
        report(
            "A connection from \(address.map { "\($0)" } ?? "somewhere") was refused: \(reason). That is number \(refusals)."
        )
    }

    func stop() -> EventLoopFuture<Void> {
        if let stopped { return stopped.futureResult }
        let stopped = loop.makePromise(of: Void.self)
        self.stopped = stopped
        for place in places.values { refuseWaiting(place, "this node stops") }
        for connection in connections.values {
            if connection.isOpen { leave(connection) } else { connection.fail("this node stops") }
        }
        if connections.isEmpty { stopped.succeed() }
        let end = loop.scheduleTask(in: TimeAmount(limits.draining)) {
            for connection in self.connections.values { connection.fail("this node has stopped") }
        }
        stopped.futureResult.whenComplete { _ in
            end.cancel()
            self.alarm?.task.cancel()
        }
        return stopped.futureResult
    }
}

extension NodeTransportError {
    fileprivate func at(_ address: String) -> Self {
        switch self {
        case .refused(let reason): .refused(reason: "\(address): \(reason)")
        case .unknown(let reason): .unknown(reason: "\(address): \(reason)")
        }
    }
}
#endif
