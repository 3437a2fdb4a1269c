// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Result: CasePathable {
    /// The paths of the cases, by name.
    ///
    /// `store.receive(\.response.success)` is the answer of a request that succeeded.
    public struct AllCasePaths: Sendable {
        /// The value of a success.
        public var success: CasePath<Result, Success> {
            CasePath(
                named: "success",
                embed: { .success($0) },
                extract: { if case .success(let value) = $0 { value } else { nil } }
            )
        }

        /// The error of a failure.
        public var failure: CasePath<Result, Failure> {
            CasePath(
                named: "failure",
                embed: { .failure($0) },
                extract: { if case .failure(let error) = $0 { error } else { nil } }
            )
        }
    }

    /// The paths of the cases.
    public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Result where Success: ~Copyable {
    /// Makes a success of what an asynchronous closure returns, or a failure of what it throws.
    ///
    /// ```swift
    /// .run { send in await send(.response(Result { try await client.titles() })) }
    /// ```
    /// A cancelled effect sends nothing, so a `CancellationError` arrives nowhere.
    ///
    /// - Parameters:
    ///   - isolation: The actor on which the closure runs: the caller's.
    ///   - body: Returns the value, or throws.
    @inlinable
    public init(
        isolation: isolated (any Actor)? = #isolation,
        catching body: () async throws(Failure) -> Success
    ) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
