import FHIRTape

extension FactReader {
  /// The instructions in words; `nil` for one that has no text and says more than an amount and how often.
  func dosages(of resource: TapeIndex) -> [String?] {
    all(["dosageInstruction", "dosage"], of: resource) { dosage -> String?? in
      let text = tape.text("text", of: dosage) ?? ""
      return .some(text.isEmpty ? words(for: dosage) : text)
    }
  }

  /// `1 tablet, twice a day`.
  private func words(for dosage: TapeIndex) -> String? {
    let known = ["doseAndRate", "doseQuantity", "quantityQuantity", "timing", "asNeededBoolean", "route", "sequence"]
    let rates = tape.items(of: tape.value(of: "doseAndRate", in: dosage)).map { $0 }
    guard has(only: known + ["text"], dosage), rates.allSatisfy({ has(only: ["type", "doseQuantity"], $0) }),
      rates.count < 2
    else { return nil }
    let places: [FactPlaces.Place] = ["doseQuantity", "quantityQuantity", .init("doseAndRate", "doseQuantity")]
    let dose = first(places, of: dosage, quantity)
    guard dose?.comparator == nil else { return nil }
    let amount = dose.flatMap { dose in dose.number.map { "\($0) \(dose.unit ?? dose.code ?? "")" } }
    let timing = tape.value(of: "timing", in: dosage)
    let times = timing.exists ? words(forTiming: timing) : ""
    let isNeeded = tape.value(of: "asNeededBoolean", in: dosage)
    let need = isNeeded.exists && tape.tag(isNeeded) == .true ? "as needed" : ""
    guard let times, amount != nil || !times.isEmpty else { return nil }
    return [amount ?? "", times, need].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// `twice a day`, `every 8 hours`; else what the code of the timing says.
  private func words(forTiming timing: TapeIndex) -> String? {
    let units = ["h": "hour", "d": "day", "wk": "week", "mo": "month", "a": "year"]
    guard has(only: ["repeat", "code"], timing) else { return nil }
    let times = tape.value(of: "repeat", in: timing)
    guard times.exists else { return concept(tape.value(of: "code", in: timing))?.name }
    func number(_ name: StaticString) -> Int? {
      let index = tape.value(of: name, in: times)
      return index.exists ? tape.wholeNumber(index) : 1
    }
    guard has(only: ["frequency", "period", "periodUnit", "periodUnits", "boundsPeriod"], times),
      let unit = first(["periodUnit", "periodUnits"], of: times, text).flatMap({ units[$0] }),
      let count = number("frequency"), let period = number("period")
    else { return nil }
    let often = [1: "once", 2: "twice"][count] ?? "\(count) times"
    let rhythm = period == 1 ? "\(often) \(unit == "hour" ? "an" : "a") \(unit)" : "\(often) in \(period) \(unit)s"
    let bounds = tape.value(of: "boundsPeriod", in: times)
    let (start, end) = (tape.text("start", of: bounds), tape.text("end", of: bounds))
    return [
      count == 1 && period > 1 ? "every \(period) \(unit)s" : rhythm, start.map { "from " + $0 },
      end.map { "to " + $0 },
    ]
    .compactMap(\.self).joined(separator: " ")
  }

  private func has(only names: [String], _ object: TapeIndex) -> Bool {
    tape.tag(object) == .object && tape.keys(of: object).allSatisfy { names.contains(tape.string($0)) }
  }
}
