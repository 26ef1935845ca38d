extension WallClock {
    /// `2026-03-29T01:59:59.250+01:00`; `Z` where the offset is zero.
    ///
    /// Whole arithmetic on the proleptic Gregorian calendar: the zone is the caller's business, because asking
    /// for it needs the C library.
    /// - Parameter utcOffset: seconds east of Greenwich that hold at this moment.
    public func iso8601(utcOffset: Int = 0) -> String {
        let local = seconds + utcOffset
        let day = local.dividedDown(by: 86_400)
        let second = local - day * 86_400
        let date = WallClock.date(daysSince1970: day)
        let clock =
            "\(pad(second / 3600)):\(pad(second / 60 % 60)):\(pad(second % 60)).\(pad(nanoseconds / 1_000_000, 3))"
        let zone: String
        if utcOffset == 0 {
            zone = "Z"
        } else {
            let minutes = abs(utcOffset) / 60
            zone = "\(utcOffset < 0 ? "-" : "+")\(pad(minutes / 60)):\(pad(minutes % 60))"
        }
        return "\(pad(date.year, 4))-\(pad(date.month))-\(pad(date.day))T\(clock)\(zone)"
    }

    /// The civil date of a day number. Years are counted from March within eras of 400 years, so that the leap
    /// day is the last of its year and every month's first day follows from one line.
    private static func date(daysSince1970: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = daysSince1970 + 719_468
        let era = shifted.dividedDown(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}

extension Int {
    /// Division that rounds towards minus infinity.
    fileprivate func dividedDown(by divisor: Int) -> Int {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}

private func pad(_ value: Int, _ width: Int = 2) -> String {
    let digits = String(value)
    return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
}
