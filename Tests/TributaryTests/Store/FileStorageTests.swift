// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Tributary
import TributaryTestSupport

/// A file as the storage of a part of the state.
@Suite(.timeLimit(.minutes(30)))
@MainActor
final class FileStorageTests {
    struct Note: Codable, Equatable, Identifiable, Sendable {
        let id: Int
        var text: String
    }

    @CasePathable
    enum Action: Sendable {
        case write(Note), loaded(IdentifiedArrayOf<Note>), failed(StorageFailure)
    }

    struct State: Equatable, Sendable {
        var notes: IdentifiedArrayOf<Note> = []
        var failures: [StorageFailure] = []
    }

    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("FileStorageTests.\(UUID().uuidString)")
    private var file: URL { folder.appendingPathComponent("deep/notes.json") }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func makeStore() -> Store<State, Action> {
        Store(initialState: State()) {
            Update { state, action in
                switch action {
                case .write(let note): state.notes[id: note.id] = note
                case .loaded(let notes): state.notes = notes
                case .failed(let failure): state.failures.append(failure)
                }
            }
        }
    }

    /// Runs a store from its beginning to its end, as one run of a program.
    private func run(_ body: (Store<State, Action>) async throws -> Void) async rethrows {
        let store = makeStore()
        let token = store.attach(
            Persistence(\.notes, in: .file(file), loaded: \.loaded, failed: \.failed)
        )
        await store.finish()
        try await body(store)
        await store.flush()
        store.close()
        token.cancel()
    }

    private func put(_ text: String) throws {
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: file)
    }

    private var names: [String] {
        get throws {
            let folder = file.deletingLastPathComponent().path
            return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        }
    }

    @Test func `the next run reads the data of the previous one`() async throws {
        await run { $0.send(.write(Note(id: 1, text: "a"))) }
        #expect(try String(contentsOf: file, encoding: .utf8) == #"[{"id":1,"text":"a"}]"#)
        await run { store in
            #expect(store.notes == [Note(id: 1, text: "a")])
            store.send(.write(Note(id: 2, text: "b")))
        }
        await run { #expect($0.notes.map(\.id) == [1, 2]) }
        // No other file is left.
        #expect(try names == ["notes.json"])
    }

    @Test(arguments: ["", "not JSON", #"[{"id":1}]"#, #"[{"id":1,"text":"a"},{"id":1,"text":"b"}]"#])
    func `a damaged file is reported and moved aside, and never overwritten`(_ text: String) async throws {
        for number in 1...3 {
            try put(text)
            await run { store in
                #expect(store.failures.map(\.operation) == [.load])
                let suffix = number == 1 ? "damaged" : "damaged-\(number)"
                #expect(store.failures.first?.keptAside?.hasSuffix("notes.json.\(suffix)") == true)
                store.send(.write(Note(id: number, text: "new")))
            }
            await run { #expect($0.notes.map(\.id) == [number]) }
            try FileManager.default.removeItem(at: file)
        }
        let damaged = ["notes.json.damaged", "notes.json.damaged-2", "notes.json.damaged-3"]
        #expect(try names == damaged)
        for name in damaged {
            let url = file.deletingLastPathComponent().appendingPathComponent(name)
            #expect(try String(contentsOf: url, encoding: .utf8) == text)
        }
    }

    @Test func `a file that cannot be written is a failure, and the next change is written again`()
        async throws
    {
        try await run { store in
            // A folder of that name cannot be replaced by a file.
            try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
            store.send(.write(Note(id: 1, text: "a")))
            await store.flush()
            #expect(store.failures.map(\.operation) == [.save])
            #expect(store.failures.first?.reason.hasPrefix("rename of \(file.path): ") == true)
            #expect(try names == ["notes.json"])
            try FileManager.default.removeItem(at: file)
            store.send(.write(Note(id: 2, text: "b")))
        }
        await run { #expect($0.notes.map(\.id) == [1, 2]) }
    }

    @Test func `a file that cannot be read is a failure, and is not replaced`() async throws {
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
        await run { store in
            #expect(store.failures.map(\.operation) == [.load])
            #expect(store.failures.first?.keptAside == nil)
        }
        #expect(try names == ["notes.json"])
    }

    @Test func `the permissions of a file and the link to it stay`() async throws {
        try put("[]")
        let manager = FileManager.default
        try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        let link = folder.appendingPathComponent("link.json")
        try manager.createSymbolicLink(at: link, withDestinationURL: file)
        let store = makeStore()
        let token = store.attach(Persistence(\.notes, in: .file(link), loaded: \.loaded))
        await store.finish()
        store.send(.write(Note(id: 1, text: "a")))
        await store.flush()
        #expect(try manager.destinationOfSymbolicLink(atPath: link.path) == file.path)
        #expect(try String(contentsOf: file, encoding: .utf8).contains("\"a\""))
        let permissions = try manager.attributesOfItem(atPath: file.path)[.posixPermissions] as? NSNumber
        #expect(permissions?.intValue == 0o600)
        store.close()
        token.cancel()
    }

    @Test func `a custom format can be given`() async throws {
        let store = Store(initialState: 0) {
            Update { (state: inout Int, action: Count) in
                switch action {
                case .loaded(let count): state = count
                case .increment: state += 1
                }
            }
        }
        try put("41")
        let storage = Storage<Int>.file(
            file,
            encode: { Data("\($0)".utf8) },
            decode: { data in
                guard let number = Int(String(decoding: data, as: UTF8.self)) else {
                    throw CocoaError(.coderInvalidValue)
                }
                return number
            }
        )
        let token = store.attach(Persistence(\.self, in: storage, loaded: \.loaded))
        await store.finish()
        store.send(.increment)
        await store.flush()
        #expect(try String(contentsOf: file, encoding: .utf8) == "42")
        store.close()
        token.cancel()
    }

    @CasePathable
    enum Count: Sendable { case loaded(Int), increment }
}
