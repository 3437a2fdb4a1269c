// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

/// A feature in whose state all that can be code of the program is: comparing, hashing, computing, case paths.
struct HauntedHouse: Reducer {
    /// A number that is compared by the program.
    struct Number: Equatable {
        var value = 0

        static func == (left: Number, right: Number) -> Bool {
            Intruder.visit(.equality)
            return left.value == right.value
        }
    }

    /// An identifier that is hashed and compared by the program.
    struct Name: Hashable {
        let value: Int

        static func == (left: Name, right: Name) -> Bool {
            Intruder.visit(.identity)
            return left.value == right.value
        }

        func hash(into hasher: inout Hasher) {
            Intruder.visit(.hash)
            hasher.combine(value)
        }
    }

    struct Room: Identifiable {
        let id: Name
        var number = Number()
        var rooms: IdentifiedArray<Name, Room> = IdentifiedArray()

        init(_ id: Int, of count: Int = 0) {
            self.id = Name(value: id)
            for id in 0..<count { rooms.append(Room(id)) }
        }

        mutating func tick() {
            number.value += 1
            for id in rooms.ids { rooms.modify(id: id) { $0.tick() } }
        }
    }

    indirect enum Door {
        case closed
        case open(Room)

        static let room = CasePath<Door, Room>(
            embed: { room in
                Intruder.visit(.embed)
                return .open(room)
            },
            extract: { door in
                Intruder.visit(.extract)
                return if case .open(let room) = door { room } else { nil }
            }
        )
    }

    struct State {
        var number = Number()
        var room = Room(0, of: 3)
        var guest: Room? = Room(0, of: 3)
        var absent: Room?
        var door = Door.open(Room(0, of: 3))
        var rooms = IdentifiedArray(uniqueElements: (0..<4).map { Room($0, of: 3) })

        /// Temporary rows, with effects of their own.
        var ghosts = IdentifiedArray(uniqueElements: (0..<2).map { Ghost(id: Ghost.Name(value: $0)) })

        /// A part that is computed by the program.
        var computed: Room {
            get {
                Intruder.visit(.getter)
                return room
            }
            set { room = newValue }
        }
    }

    struct Ghost: Identifiable {
        struct Name: Hashable {
            let value: Int

            static func == (left: Name, right: Name) -> Bool {
                Intruder.visit(.ghost)
                return left.value == right.value
            }

            func hash(into hasher: inout Hasher) {
                Intruder.visit(.ghost)
                hasher.combine(value)
            }
        }

        let id: Name
    }

    enum Action: CasePathable {
        case tick
        case none
        /// Returns an effect that depends on the number.
        case haunt(Int)
        case arrive(Int)
        case leave(Int)
        case ghost(IdentifiedAction<Ghost.Name, Int>)

        struct AllCasePaths: Sendable {
            var itself: CasePath<Action, Action> { .identity }

            /// A case whose actions nothing sends.
            var rooms: CasePath<Action, IdentifiedAction<Name, Action>> {
                CasePath(embed: { _ in .none }, extract: { _ in nil })
            }

            var ghosts: CasePath<Action, IdentifiedAction<Ghost.Name, Int>> {
                CasePath(
                    embed: Action.ghost,
                    extract: { if case .ghost(let action) = $0 { action } else { nil } }
                )
            }
        }
        static let allCasePaths = AllCasePaths()
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        withUnsafeMutablePointer(to: &state) { state in
            nonisolated(unsafe) let state = state
            Intruder.undisturbed { state.pointee.reduce(action) }
        }
        return switch action {
        case .tick:
            .merge(
                .run { _ in }.cancellable(id: Spirit(0), cancelInFlight: true),
                .run { _ in }.cancellable(id: Spirit(0)),
                .send(Action.none).map {
                    Intruder.visit(.transform)
                    return $0
                }
            )
        case .haunt(let seed): Spirit.effect(seed, Action.none)
        default: .none
        }
    }
}

extension HauntedHouse.State {
    fileprivate mutating func reduce(_ action: HauntedHouse.Action) {
        switch action {
        case .tick: tick()
        case .arrive(let id):
            ghosts.updateOrAppend(HauntedHouse.Ghost(id: HauntedHouse.Ghost.Name(value: id)))
        case .leave(let id): ghosts.remove(id: HauntedHouse.Ghost.Name(value: id))
        case .none, .haunt, .ghost: break
        }
    }

    mutating func tick() {
        number.value += 1
        room.tick()
        guest?.tick()
        HauntedHouse.Door.room.modify(&door) { $0.tick() }
        for id in rooms.ids { rooms.modify(id: id) { $0.tick() } }
    }
}

extension HauntedHouse.Door: CasePathable {
    struct AllCasePaths: Sendable {
        var open: CasePath<HauntedHouse.Door, HauntedHouse.Room> { HauntedHouse.Door.room }
    }
    static let allCasePaths = AllCasePaths()
}
