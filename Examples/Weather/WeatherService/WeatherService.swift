// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import WeatherAPI

/// The answers of the service: a pure function of the request and the day.
package struct WeatherService: Sendable {
    /// The current day.
    package var today: CalendarDay

    package init(today: CalendarDay) { self.today = today }

    /// Answers a request; every request has an answer.
    package func answer(_ request: ServiceRequest) -> ServiceAnswer {
        do throws(Refusal) {
            let disturbance = try Disturbance(request)
            return disturbance.applied(to: undisturbed(request))
        } catch {
            return ServiceAnswer(error)
        }
    }

    private func undisturbed(_ request: ServiceRequest) -> ServiceAnswer {
        do throws(Refusal) { return try route(request) } catch { return ServiceAnswer(error) }
    }

    private func route(_ request: ServiceRequest) throws(Refusal) -> ServiceAnswer {
        let parts = request.path.split(separator: "/").map(String.init)
        let answer: (ServiceRequest) throws(Refusal) -> ServiceAnswer
        switch (parts.count, parts.first, parts.last) {
        case (1, "cities", _): answer = search
        case (3, "cities", "weather"):
            answer = { _ throws(Refusal) in try ServiceAnswer(weather(in: place(parts[1]))) }
        case (3, "cities", "forecast"):
            answer = { request throws(Refusal) in try forecast(in: place(parts[1]), request) }
        default: throw .notFound("There is nothing at this address.")
        }
        guard request.method == "GET" else {
            throw Refusal(status: 405, reason: "This can only be read.", headers: ["Allow": "GET"])
        }
        return try answer(request)
    }

    private func search(_ request: ServiceRequest) throws(Refusal) -> ServiceAnswer {
        guard let prefix = try request.value(of: "prefix"), (1...40).contains(prefix.count) else {
            throw .badRequest("“prefix” is the beginning of a name, of 1 to 40 letters.")
        }
        let limit = try request.number("limit", in: 1...100) ?? 100
        return ServiceAnswer(CityList(cities: Atlas.places(prefix: prefix).prefix(limit).map(\.city)))
    }

    private func place(_ text: String) throws(Refusal) -> Place {
        guard let id = Int(text) else { throw .badRequest("A city is named by a whole number.") }
        guard let place = Atlas.place(id) else { throw .notFound("There is no city \(id).") }
        return place
    }

    private func weather(in place: Place) -> CurrentWeather {
        Climate(of: place).weather(on: today)
    }

    private func forecast(in place: Place, _ request: ServiceRequest) throws(Refusal) -> ServiceAnswer {
        let count = try request.number("days", in: 1...14) ?? 5
        let climate = Climate(of: place)
        let days = (0..<count).map { climate.forecast(for: today.advanced(by: $0)) }
        return ServiceAnswer(ForecastReport(city: place.city, days: days))
    }
}
