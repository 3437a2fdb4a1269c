// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Tributary

extension Send where Action: Sendable {
    /// Asks the service for something, tells when the answer takes long, and then the answer.
    ///
    /// - Parameters:
    ///   - patience: How long an answer takes before it counts as slow.
    ///   - clock: The clock that counts.
    ///   - isSlow: What is sent when the answer is slow; always before the answer.
    ///   - answer: The action that tells the answer.
    ///   - operation: Asks.
    package func request<Value: Sendable>(
        patience: Duration,
        clock: any Clock<Duration> & Sendable,
        isSlow: Action,
        answer: (Result<Value, WeatherError>) -> Action,
        operation: @escaping @Sendable () async throws -> Value
    ) async {
        let result: Result<Value, WeatherError>
        do {
            let value = try await withPatience(for: patience, clock: clock, operation: operation) {
                await self(isSlow)
            }
            result = .success(value)
        } catch {
            // Where the effect was cancelled, what is sent from here on is dropped.
            result = .failure(WeatherError(error))
        }
        await self(answer(result))
    }
}
