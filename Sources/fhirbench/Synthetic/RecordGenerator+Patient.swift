extension RecordGenerator {
  mutating func writePatient(to json: inout JSONWriter) {
    let family = random.pick(Vocabulary.families)
    let given = random.pick(Vocabulary.givenNames)
    let isFemale = random.once(in: 2)
    let city = random.pick(Vocabulary.cities)
    let street = "\(random.number(1...400)) \(random.pick(Vocabulary.streets))"
    json.narrative("<p class=\"name\">\(given) <b>\(family)</b></p>")
    json.array("extension") { json in
      json.object { json in
        json.string("url", "http://hl7.org/fhir/StructureDefinition/birthPlace")
        json.object("valueAddress") { $0.string("city", city.0) }
      }
    }
    json.array("identifier") { [patient, form] json in
      json.object { json in
        json.string("use", "official")
        json.object("type") { json in
          let type = Vocabulary.Concept(
            system: form.identifierType, code: "MR", display: "Medical record number")
          json.coding(type)
        }
        json.string("system", "\(Self.base)/mrn")
        json.string("value", "MRN-\(patient.prefix(8))")
      }
    }
    json.bool("active", true)
    json.array("name") { [form] json in
      json.object { json in
        json.string("use", "official")
        if form.hasLists { json.string("family", family) } else { json.strings("family", [family]) }
        json.strings("given", [given])
      }
    }
    json.array("telecom") { [number = random.number(1000...9999)] json in
      json.object { json in
        json.string("system", "phone")
        json.string("value", "555-\(number)")
        json.string("use", "home")
      }
    }
    json.string("gender", isFemale ? "female" : "male")
    json.string("birthDate", Moment(day: now.day - random.number(0...11_000)).date)
    if random.once(in: 12) { json.string("deceasedDateTime", Moment(day: 20_000).date) }
    json.array("address") { json in
      json.object { json in
        json.string("use", "home")
        json.strings("line", [street])
        json.string("city", city.0)
        json.string("state", "MA")
        json.string("postalCode", city.1)
        json.string("country", "US")
      }
    }
    let isMarried = random.once(in: 2)
    json.object("maritalStatus") { [form] json in
      json.coding(
        Vocabulary.Concept(
          system: form.maritalStatus, code: isMarried ? "M" : "S",
          display: isMarried ? "Married" : "Never Married"))
    }
  }

  mutating func writeEncounter(to json: inout JSONWriter) {
    json.string("status", "finished")
    writeClass(to: &json)
    json.array("type") { [visit = random.pick(Vocabulary.visits)] json in
      json.object { $0.coding(visit) }
    }
    json.reference(form.patient, "Patient", patient)
    json.array("participant") { [given = random.pick(Vocabulary.givenNames)] json in
      json.object { json in
        json.object("individual") { $0.string("display", "Dr. \(given)") }
      }
    }
    json.object("period") { [now, minutes = random.number(10...90)] json in
      json.string("start", now.instant)
      json.string("end", now.later(byMinutes: minutes).instant)
    }
  }
}

extension RecordGenerator {
  private mutating func writeClass(to json: inout JSONWriter) {
    let (code, concept) = random.pick([
      ("ambulatory", "AMB"), ("outpatient", "AMB"), ("emergency", "EMER"), ("inpatient", "IMP"),
    ])
    guard form.hasLists else { return json.string("class", code) }
    json.object("class") { json in
      json.string("system", CorpusForm.terminology + "v3-ActCode")
      json.string("code", concept)
    }
  }
}

extension JSONWriter {
  /// A narrative with this XHTML.
  mutating func narrative(_ content: String) {
    object("text") { json in
      json.string("status", "generated")
      json.string("div", "<div xmlns=\"http://www.w3.org/1999/xhtml\">\(content)</div>")
    }
  }

  /// The content of a CodeableConcept.
  mutating func coding(_ concept: Vocabulary.Concept) {
    array("coding") { json in
      json.object { json in
        json.string("system", concept.system)
        json.string("code", concept.code)
        json.string("display", concept.display)
      }
    }
    string("text", concept.display)
  }

  mutating func concept(_ key: String, _ concept: Vocabulary.Concept) {
    object(key) { $0.coding(concept) }
  }

  mutating func reference(_ key: String, _ type: String, _ id: String) {
    object(key) { $0.string("reference", "\(type)/\(id)") }
  }
}
