// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import WeatherAPI

/// The invented weather of a place on any day, always the same for the same place and day.
struct Climate {
    private let place: Place

    init(of place: Place) { self.place = place }

    func weather(on day: CalendarDay) -> CurrentWeather {
        let forecast = forecast(for: day)
        var numbers = numbers(on: day, salt: 2)
        return CurrentWeather(
            city: place.city.id,
            temperature: Int.random(in: forecast.lowest...forecast.highest, using: &numbers),
            wind: Int.random(in: 0...(forecast.sky == .storm ? 110 : 40), using: &numbers),
            sky: forecast.sky
        )
    }

    func forecast(for day: CalendarDay) -> DayForecast {
        var numbers = numbers(on: day, salt: 1)
        let mean = meanTemperature(on: day) + Int.random(in: -4...4, using: &numbers)
        let spread = Int.random(in: 2...6, using: &numbers)
        let sky = sky(at: mean, using: &numbers)
        let chances =
            switch sky {
            case .clear: 0...10
            case .clouds, .fog: 5...40
            case .rain, .snow: 60...95
            case .storm: 80...100
            }
        return DayForecast(
            day: day,
            lowest: mean - spread,
            highest: mean + spread,
            precipitation: Int.random(in: chances, using: &numbers),
            sky: sky
        )
    }

    private func sky(at temperature: Int, using numbers: inout StableNumbers) -> Sky {
        let sky: [Sky] = [.clear, .clear, .clear, .clouds, .clouds, .fog, .rain, .rain, .storm]
        let chosen = sky[Int.random(in: sky.indices, using: &numbers)]
        return temperature <= 0 && [.rain, .storm].contains(chosen) ? .snow : chosen
    }

    /// The mean temperature: lower away from the equator, and highest in July in the north and in January in
    /// the south.
    private func meanTemperature(on day: CalendarDay) -> Int {
        let distance = abs(place.latitude)
        // A wave of straight lines is the same on every machine: from -90 in January to 90 in July.
        let dayOfYear = ((day.number - 15) % 365 + 365) % 365
        let season = (dayOfYear <= 182 ? dayOfYear : 364 - dayOfYear) * 180 / 182 - 90
        let swing = season * distance / 350
        return 28 - distance * distance / 150 + (place.latitude >= 0 ? swing : -swing)
    }

    private func numbers(on day: CalendarDay, salt: UInt64) -> StableNumbers {
        StableNumbers(seed: UInt64(bitPattern: Int64(place.city.id)) &* 0x1_0000_0001 ^ salt &* 0x5851_F42D)
            .mixed(with: UInt64(bitPattern: Int64(day.number)))
    }
}
