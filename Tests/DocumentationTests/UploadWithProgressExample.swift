// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

// page: feature
struct PhotoUpload: Reducer {
    enum State: Equatable, Sendable {
        case idle
        case uploading(fraction: Double)
        case uploaded
        case failed(String)
    }

    @CasePathable
    enum Action: Sendable {
        case uploadTapped(photo: [UInt8])
        case cancelTapped
        case progressed(Double)
        case finished
        case failed(String)
    }

    private enum Work { case upload }

    @Dependency(\.uploadClient) var client

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .uploadTapped(let photo):
            state = .uploading(fraction: 0)
            return .run { send in
                for try await fraction in client.upload(photo: photo) { await send(.progressed(fraction)) }
                await send(.finished)
            } catch: { error, send in
                await send(.failed("\(error)"))
            }
            .cancellable(id: Work.upload, cancelInFlight: true)
        case .cancelTapped:
            state = .idle
            return .cancel(id: Work.upload)
        case .progressed(let fraction):
            state = .uploading(fraction: fraction)
            return .none
        case .finished:
            state = .uploaded
            return .none
        case .failed(let problem):
            state = .failed(problem)
            return .none
        }
    }
}
// page: end

// page: client
@Client
struct UploadClient {
    /// Uploads a photo and yields the uploaded fraction, from 0 to 1.
    var upload: @Sendable (_ photo: [UInt8]) -> AsyncThrowingStream<Double, any Error> = { _ in
        AsyncThrowingStream { $0.finish() }
    }
}

extension Dependencies {
    var uploadClient: UploadClient {
        get { self[UploadClient.self] }
        set { self[UploadClient.self] = newValue }
    }
}
// page: end

/// The tests of the article on uploads.
@MainActor
struct UploadWithProgress {
    struct Offline: Error {}

    func uploaded() async {
        // page: test
        let store = TestStore(initialState: PhotoUpload.State.idle) {
            PhotoUpload()
        } dependencies: {
            $0.uploadClient.upload = { _ in
                AsyncThrowingStream { stream in
                    stream.yield(0.5)
                    stream.yield(1)
                    stream.finish()
                }
            }
        }
        await store.send(.uploadTapped(photo: [1, 2, 3])) { $0 = .uploading(fraction: 0) }
        await store.receive(\.progressed, 0.5) { $0 = .uploading(fraction: 0.5) }
        await store.receive(\.progressed, 1) { $0 = .uploading(fraction: 1) }
        await store.receive(\.finished) { $0 = .uploaded }
        // page: end
    }

    func cancelled() async {
        // page: cancel
        let store = TestStore(initialState: PhotoUpload.State.idle) {
            PhotoUpload()
        } dependencies: {
            $0.uploadClient.upload = { _ in
                AsyncThrowingStream { stream in stream.yield(0.5) }  // never finishes
            }
        }
        await store.send(.uploadTapped(photo: [1, 2, 3])) { $0 = .uploading(fraction: 0) }
        await store.receive(\.progressed, 0.5) { $0 = .uploading(fraction: 0.5) }
        await store.send(.cancelTapped) { $0 = .idle }
        await store.finish()
        // page: end
    }

    func failed() async {
        let store = TestStore(initialState: PhotoUpload.State.idle) {
            PhotoUpload()
        } dependencies: {
            $0.uploadClient.upload = { _ in AsyncThrowingStream { $0.finish(throwing: Offline()) } }
        }
        await store.send(.uploadTapped(photo: [])) { $0 = .uploading(fraction: 0) }
        await store.receive(\.failed, "Offline()") { $0 = .failed("Offline()") }
    }
}
