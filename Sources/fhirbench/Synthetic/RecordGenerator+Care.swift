extension RecordGenerator {
  mutating func writeCondition(to json: inout JSONWriter) {
    json.reference(form.patient, "Patient", patient)
    json.reference("encounter", "Encounter", encounter)
    json.string(form.hasLists ? "recordedDate" : "dateRecorded", now.date)
    json.concept("code", random.pick(Vocabulary.conditions))
    json.concept("category", form.conditionCategory, inList: form.hasLists)
    let isResolved = random.once(in: 3)
    json.status(
      "clinicalStatus", isResolved ? "resolved" : "active", system: form.hasLists ? "condition-clinical" : nil)
    json.status(
      "verificationStatus", random.once(in: 8) ? "provisional" : "confirmed",
      system: form.hasLists ? "condition-ver-status" : nil)
    json.string("onsetDateTime", now.date)
    if isResolved {
      json.string("abatementDateTime", Moment(day: now.day + random.number(3...60)).date)
    }
  }

  mutating func writeMedicationOrder(to json: inout JSONWriter) {
    json.string(form.hasLists ? "authoredOn" : "dateWritten", now.instant)
    json.string("status", random.pick(["active", "completed", "stopped"]))
    if form.hasLists { json.string("intent", "order") }
    json.reference(form.patient, "Patient", patient)
    json.object(form.hasLists ? "requester" : "prescriber") { $0.string("display", "Dr. Example") }
    json.reference("encounter", "Encounter", encounter)
    json.concept("medicationCodeableConcept", random.pick(Vocabulary.medications))
    let frequency = random.number(1...3)
    json.array("dosageInstruction") { [form] json in
      json.object { json in
        json.string("text", "1 tablet, \(frequency) a day")
        json.object("timing") { json in
          json.object("repeat") { json in
            json.number("frequency", "\(frequency)")
            json.number("period", "1")
            json.string(form.hasLists ? "periodUnit" : "periodUnits", "d")
          }
        }
        json.bool("asNeededBoolean", false)
        if form.hasLists {
          json.array("doseAndRate") { json in json.object { $0.dose() } }
        } else {
          json.dose()
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
    json.string(form.hasLists ? "occurrenceDateTime" : "date", now.instant)
    json.concept("vaccineCode", random.pick(Vocabulary.immunizations))
    json.reference("patient", "Patient", patient)
    if !form.hasLists { json.bool("wasNotGiven", false) }
    let isReported = random.once(in: 5)
    json.bool(form.hasLists ? "primarySource" : "reported", form.hasLists != isReported)
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
    json.concept(form.allergen, random.pick(Vocabulary.substances))
    let status = random.pick(["active", "confirmed"])
    let risk = random.number(0...2)
    if form.hasLists {
      json.status("clinicalStatus", "active", system: "allergyintolerance-clinical")
      json.status("verificationStatus", "confirmed", system: "allergyintolerance-verification")
      json.string("criticality", ["low", "high", "unable-to-assess"][risk])
    } else {
      json.string("status", status)
      json.string("criticality", ["CRITL", "CRITH", "CRITU"][risk])
    }
    json.string("type", "allergy")
    let category = random.pick(["food", "medication", "environment"])
    if form.hasLists { json.strings("category", [category]) } else { json.string("category", category) }
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

extension JSONWriter {
  fileprivate mutating func dose() {
    object("doseQuantity") { json in
      json.number("value", "1.0")
      json.string("unit", "tablet")
    }
  }
}
