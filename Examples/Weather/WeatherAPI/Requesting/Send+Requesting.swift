// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Tributary

extension Send where Action: Sendable {
    /// Sends a request to the service, then an action if the answer is slow, and then the answer.
    ///
    /// - Parameters:
    ///   - patience: The time after which an answer counts as slow.
    ///   - clock: The clock for this time.
    ///   - isSlow: The action to send when the answer is slow, always before the answer.
    ///   - answer: Makes the action for the answer.
    ///   - operation: Performs the request.
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
            // If the effect was cancelled, actions that are sent from here on are dropped.
            result = .failure(WeatherError(error))
        }
        await self(answer(result))
    }
}
