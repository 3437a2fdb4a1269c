// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPKit

extension WeatherClient {
    /// The client of a service over HTTP.
    ///
    /// - Parameters:
    ///   - address: The address of the service.
    ///   - timeout: The time limit of a request.
    ///   - sizeLimit: The size limit of a response, in bytes.
    ///   - clock: The clock for the limit.
    /// - Returns: The client.
    package static func http(
        _ address: ServiceAddress,
        timeout: Duration = .seconds(20),
        sizeLimit: Int = 256_000,
        clock: any Clock<Duration> & Sendable = ContinuousClock()
    ) -> WeatherClient {
        let service = HTTPService(address: address, timeout: timeout, sizeLimit: sizeLimit, clock: clock)
        return WeatherClient(
            cities: { prefix, network in
                try await service.get(CityList.self, "/cities", [("prefix", prefix)], under: network).cities
            },
            weather: { city, network in
                try await service.get(CurrentWeather.self, "/cities/\(city)/weather", under: network)
            },
            forecast: { city, network in
                try await service.get(ForecastReport.self, "/cities/\(city)/forecast", under: network)
            }
        )
    }
}

/// Requests with limits for time and size.
private struct HTTPService: Sendable {
    var address: ServiceAddress
    var timeout: Duration
    var sizeLimit: Int
    var clock: any Clock<Duration> & Sendable

    func get<Value: Decodable & Sendable>(
        _ type: Value.Type,
        _ path: String,
        _ query: [(name: String, value: String)] = [],
        under network: NetworkCondition
    ) async throws -> Value {
        guard let url = address.url(path, query, under: network) else {
            throw WeatherError(.unreachable, "There is no address for what was asked.")
        }
        // A session's timeout counts the time between two packets, so a slow trickle of bytes would never
        // time out.
        return try await withPatience(for: timeout, clock: clock) {
            let fields = ["Accept": "application/json", "User-Agent": "Weather"]
            let exchange = HTTPExchange(url, fields: fields, receiver: HTTPAnswer(sizeLimit: sizeLimit))
            let (answer, failure) = try await exchange.run()
            return try answer.value(of: type, failure)
        } whenLate: {
            throw WeatherError(
                .timedOut,
                "The service did not answer within \(timeout.components.seconds) seconds."
            )
        }
    }
}
