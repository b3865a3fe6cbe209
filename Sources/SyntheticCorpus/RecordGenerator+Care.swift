extension RecordGenerator {
  mutating func writeCondition(to json: inout JSONWriter) {
    json.reference("patient", "Patient", patient)
    json.reference("encounter", "Encounter", encounter)
    json.string("dateRecorded", now.date)
    json.concept("code", random.pick(Vocabulary.conditions))
    json.concept(
      "category",
      Vocabulary.Concept(
        system: "http://hl7.org/fhir/condition-category", code: "diagnosis", display: "Diagnosis"))
    let isResolved = random.once(in: 3)
    json.string("clinicalStatus", isResolved ? "resolved" : "active")
    json.string("verificationStatus", random.once(in: 8) ? "provisional" : "confirmed")
    json.string("onsetDateTime", now.date)
    if isResolved {
      json.string("abatementDateTime", Moment(day: now.day + random.number(3...60)).date)
    }
  }

  mutating func writeMedicationOrder(to json: inout JSONWriter) {
    json.string("dateWritten", now.instant)
    json.string("status", random.pick(["active", "completed", "stopped"]))
    json.reference("patient", "Patient", patient)
    json.object("prescriber") { $0.string("display", "Dr. Example") }
    json.reference("encounter", "Encounter", encounter)
    json.concept("medicationCodeableConcept", random.pick(Vocabulary.medications))
    let frequency = random.number(1...3)
    json.array("dosageInstruction") { json in
      json.object { json in
        json.string("text", "1 tablet, \(frequency) a day")
        json.object("timing") { json in
          json.object("repeat") { json in
            json.number("frequency", "\(frequency)")
            json.number("period", "1")
            json.string("periodUnits", "d")
          }
        }
        json.bool("asNeededBoolean", false)
        json.object("doseQuantity") { json in
          json.number("value", "1.0")
          json.string("unit", "tablet")
        }
      }
    }
    json.object("dispenseRequest") { [repeats = random.number(1...5)] json in
      json.number("numberOfRepeatsAllowed", "\(repeats)")
      json.object("quantity") { json in
        json.number("value", "\(30 * frequency)")
        json.string("unit", "tablet")
      }
    }
  }

  mutating func writeImmunization(to json: inout JSONWriter) {
    json.string("status", "completed")
    json.string("date", now.instant)
    json.concept("vaccineCode", random.pick(Vocabulary.immunizations))
    json.reference("patient", "Patient", patient)
    json.bool("wasNotGiven", false)
    json.bool("reported", random.once(in: 5))
    json.reference("encounter", "Encounter", encounter)
    json.string("lotNumber", "L\(random.number(10_000...99_999))")
    json.string("expirationDate", Moment(day: now.day + random.number(100...500)).date)
  }

  mutating func writeProcedure(to json: inout JSONWriter) {
    json.reference("subject", "Patient", patient)
    json.string("status", "completed")
    json.concept("code", random.pick(Vocabulary.procedures))
    json.array("performer") { json in
      json.object { json in
        json.object("actor") { $0.string("display", "Dr. Example") }
      }
    }
    if random.once(in: 2) {
      json.object("performedPeriod") { [now] json in
        json.string("start", now.instant)
        json.string("end", now.later(byMinutes: 30).instant)
      }
    } else {
      json.string("performedDateTime", now.instant)
    }
    json.reference("encounter", "Encounter", encounter)
  }

  mutating func writeAllergyIntolerance(to json: inout JSONWriter) {
    json.string("recordedDate", now.instant)
    json.reference("patient", "Patient", patient)
    json.concept("substance", random.pick(Vocabulary.substances))
    json.string("status", random.pick(["active", "confirmed"]))
    json.string("criticality", random.pick(["CRITL", "CRITH", "CRITU"]))
    json.string("type", "allergy")
    json.string("category", random.pick(["food", "medication", "environment"]))
    json.array("reaction") { [reaction = random.pick(Vocabulary.reactions)] json in
      json.object { json in
        json.array("manifestation") { json in
          json.object { $0.coding(reaction) }
        }
        json.string("severity", "mild")
      }
    }
  }
}
