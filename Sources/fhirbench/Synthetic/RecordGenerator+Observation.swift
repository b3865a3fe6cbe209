extension RecordGenerator {
  private typealias Measurement = Vocabulary.Measurement

  mutating func writeObservation(_ id: String, to json: inout JSONWriter) {
    let isLaboratory = random.once(in: 2)
    let isBloodPressure = !isLaboratory && random.once(in: 4)
    json.string("status", random.once(in: 20) ? "amended" : "final")
    json.concept(
      "category",
      Vocabulary.Concept(
        system: form.observationCategory, code: isLaboratory ? "laboratory" : "vital-signs",
        display: isLaboratory ? "Laboratory" : "Vital Signs"), inList: form.hasLists)
    let measurement = random.pick(isLaboratory ? Vocabulary.laboratory : Vocabulary.vitalSigns)
    let bloodPressure = Vocabulary.Concept(
      system: Vocabulary.loinc, code: "55284-4", display: "Blood pressure systolic & diastolic")
    json.concept("code", isBloodPressure ? bloodPressure : measurement.concept)
    json.reference("subject", "Patient", patient)
    json.reference("encounter", "Encounter", encounter)
    json.string("effectiveDateTime", now.instant)
    json.string("issued", now.later(byMinutes: 45).instant)
    if isBloodPressure {
      json.key("component")
      json.beginArray()
      for part in [Vocabulary.systolic, Vocabulary.diastolic] {
        let value = random.number(part.range)
        json.object { json in
          json.concept("code", part.concept)
          json.quantity("valueQuantity", value, part)
        }
      }
      json.endArray()
    } else {
      let value = random.number(measurement.range)
      json.quantity("valueQuantity", value, measurement)
      if isLaboratory {
        results = results.suffix(5) + [id]
        writeJudgement(of: value, measurement, to: &json)
      }
    }
  }

  private func writeJudgement(of value: Int, _ measurement: Measurement, to json: inout JSONWriter) {
    let normal = measurement.normal
    let flag = value < normal.lowerBound ? "L" : value > normal.upperBound ? "H" : "N"
    let meaning = ["L": "Low", "H": "High"][flag] ?? "Normal"
    json.concept(
      "interpretation", Vocabulary.Concept(system: form.interpretation, code: flag, display: meaning),
      inList: form.hasLists)
    json.array("referenceRange") { json in
      json.object { json in
        json.quantity("low", normal.lowerBound, measurement)
        json.quantity("high", normal.upperBound, measurement)
      }
    }
  }

  mutating func writeDiagnosticReport(to json: inout JSONWriter) {
    let panel = random.pick(Vocabulary.panels)
    json.string("status", "final")
    json.concept(
      "category",
      Vocabulary.Concept(system: form.reportCategory, code: "LAB", display: "Laboratory"), inList: form.hasLists)
    json.concept("code", panel)
    json.reference("subject", "Patient", patient)
    json.reference("encounter", "Encounter", encounter)
    json.string("effectiveDateTime", now.instant)
    json.string("issued", now.later(byMinutes: 60).instant)
    json.display("performer", "Example Hospital Laboratory", inList: form.hasLists)
    if !results.isEmpty {
      json.array("result") { [results] json in
        for result in results {
          json.object { $0.string("reference", "Observation/\(result)") }
        }
      }
    }
    json.string("conclusion", "\(panel.display): see each result.")
  }
}

extension JSONWriter {
  /// A Quantity; the value is in units of the last decimal place.
  mutating func quantity(_ key: String, _ value: Int, _ measurement: Vocabulary.Measurement) {
    object(key) { json in
      json.number("value", Self.decimal(value, places: measurement.decimals))
      json.string("unit", measurement.unit)
      json.string("system", Vocabulary.units)
      json.string("code", measurement.unit)
    }
  }

  private static func decimal(_ value: Int, places: Int) -> String {
    switch places {
    case 0: "\(value)"
    case 1: "\(value / 10).\(value % 10)"
    default: "\(value / 100).\(value / 10 % 10)\(value % 10)"
    }
  }
}
