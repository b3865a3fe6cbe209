/// Generates valid records: one patient after another, each with a history of visits. The same seed gives the same
/// records. Names and numbers are invented; codes are real, so that bindings are looked up. A quarter of the patients
/// have `resourceType` at the end of each record, as some servers write it.
struct RecordGenerator {
  /// The server of the records; references are relative to it.
  static let base = "https://ehr.example.org/fhir"

  var random: SeededRandom
  private let faultsPerMille: Int
  /// Decides on faults independently of the content, so that a corpus with faults has the same records as one without.
  private var faultRandom: SeededRandom

  private var remaining = 0
  private var typeStandsLast = false
  private let forms: [CorpusForm]
  private var patients = 0
  private(set) var form: CorpusForm
  private(set) var patient = ""
  private(set) var encounter = ""
  private(set) var now = Moment(day: 0)
  /// The latest laboratory results of the visit, for reports to name.
  var results: [String] = []

  /// - Parameter forms: the forms of successive patients, used in turn.
  init(seed: UInt64, faultsPerMille: Int, forms: [CorpusForm]) {
    (self.forms, form, self.faultsPerMille) = (forms, forms[0], faultsPerMille)
    (random, faultRandom) = (SeededRandom(seed: seed), SeededRandom(seed: ~seed))
  }

  /// The facts of a record that are known before it is written.
  struct Heading {
    var type, id: String
    var fullUrl: String { "\(RecordGenerator.base)/\(type)/\(id)" }
  }

  mutating func next() -> Heading {
    let id = random.uuid()
    if remaining == 0 {
      remaining = random.number(20...90)
      typeStandsLast = random.once(in: 4)
      form = forms[patients % forms.count]
      patients += 1
      now = Moment(day: random.number(12_000...14_000), second: 9 * 3600)
      (patient, encounter) = (id, "")
      return Heading(type: "Patient", id: id)
    }
    remaining -= 1
    var type = "Encounter"
    if !encounter.isEmpty {
      switch random.number(0...99) {
      case 0..<8: type = "Encounter"
      case 8..<72: type = "Observation"
      case 72..<78: type = "Condition"
      case 78..<84: type = form.medicationOrder
      case 84..<88: type = "Immunization"
      case 88..<93: type = "Procedure"
      case 93..<95: type = "AllergyIntolerance"
      default: type = "DiagnosticReport"
      }
    }
    if type == "Encounter" {
      (encounter, results) = (id, [])
      now = Moment(day: now.day + random.number(5...200), second: random.number(8 * 60...17 * 60) * 60)
    } else {
      now = now.later(byMinutes: random.number(1...5))
    }
    return Heading(type: type, id: id)
  }

  mutating func record(_ heading: Heading) -> JSON {
    let type = ("resourceType", JSON.text(heading.type))
    var members = typeStandsLast ? [] : [type]
    members.append(("id", .text(heading.id)))
    members.append(("meta", ["versionId": "1", "lastUpdated": .text(now.instant)]))
    // R4 has a warning for a record without a narrative; a patient gets a different one.
    if form.hasLists, heading.type != "Patient" {
      members.append(("text", Self.narrative("<p>\(heading.type) of \(now.date)</p>")))
    }
    if faultsPerMille > 0, faultRandom.number(1...1000) <= faultsPerMille { members.append(("colour", "blue")) }
    if case .object(let content) = content(heading) { members += content }
    return .object(members + (typeStandsLast ? [type] : []))
  }

  private mutating func content(_ heading: Heading) -> JSON {
    switch heading.type {
    case "Patient": patientContent()
    case "Encounter": encounterContent()
    case "Observation": observation(heading.id)
    case "DiagnosticReport": diagnosticReport()
    case "Condition": condition()
    case form.medicationOrder: medicationOrder()
    case "Immunization": immunization()
    case "Procedure": procedure()
    default: allergyIntolerance()
    }
  }

  private mutating func patientContent() -> JSON {
    let family = random.pick(Vocabulary.families)
    let given = random.pick(Vocabulary.givenNames)
    let isFemale = random.once(in: 2)
    let city = random.pick(Vocabulary.cities)
    let street = "\(random.number(1...400)) \(random.pick(Vocabulary.streets))"
    let type = Self.concept(Vocabulary.Concept(form.identifierType, "MR", "Medical record number"))
    let phone = "555-\(random.number(1000...9999))"
    let birthDate = Moment(day: now.day - random.number(0...11_000)).date
    let isDead = random.once(in: 12)
    let (status, title) = random.once(in: 2) ? ("M", "Married") : ("S", "Never Married")
    let familyName: JSON = form.hasLists ? .text(family) : .array([.text(family)])
    let number = "MRN-\(patient.prefix(8))"
    return [
      "text": Self.narrative("<p class=\"name\">\(given) <b>\(family)</b></p>"),
      "extension": [
        ["url": "http://hl7.org/fhir/StructureDefinition/birthPlace", "valueAddress": ["city": .text(city.0)]]
      ],
      "identifier": [["use": "official", "type": type, "system": .text("\(Self.base)/mrn"), "value": .text(number)]],
      "active": true,
      "name": [["use": "official", "family": familyName, "given": .array([.text(given)])]],
      "telecom": [["system": "phone", "value": .text(phone), "use": "home"]],
      "gender": .text(isFemale ? "female" : "male"),
      "birthDate": .text(birthDate),
      "deceasedDateTime": isDead ? .text(Moment(day: 20_000).date) : nil,
      "address": [
        [
          "use": "home", "line": .array([.text(street)]), "city": .text(city.0), "state": "MA",
          "postalCode": .text(city.1), "country": "US",
        ]
      ],
      "maritalStatus": Self.concept(Vocabulary.Concept(form.maritalStatus, status, title)),
    ]
  }

  private mutating func encounterContent() -> JSON {
    let (code, concept) = random.pick([
      ("ambulatory", "AMB"), ("outpatient", "AMB"), ("emergency", "EMER"), ("inpatient", "IMP"),
    ])
    let act: JSON = ["system": .text(CorpusForm.terminology + "v3-ActCode"), "code": .text(concept)]
    return [
      "status": "finished", "class": form.hasLists ? act : .text(code),
      "type": .array([Self.concept(random.pick(Vocabulary.visits))]),
      form.patient: patientReference,
      "participant": [["individual": ["display": .text("Dr. \(random.pick(Vocabulary.givenNames))")]]],
      "period": ["start": .text(now.instant), "end": .text(now.later(byMinutes: random.number(10...90)).instant)],
    ]
  }

  private mutating func observation(_ id: String) -> JSON {
    let isLaboratory = random.once(in: 2)
    let isBloodPressure = !isLaboratory && random.once(in: 4)
    let status = random.once(in: 20) ? "amended" : "final"
    let measurement = random.pick(isLaboratory ? Vocabulary.laboratory : Vocabulary.vitalSigns)
    let bloodPressure = Vocabulary.Concept(Vocabulary.loinc, "55284-4", "Blood pressure systolic & diastolic")
    let category =
      isLaboratory
      ? Vocabulary.Concept(form.observationCategory, "laboratory", "Laboratory")
      : Vocabulary.Concept(form.observationCategory, "vital-signs", "Vital Signs")
    let components = (isBloodPressure ? [Vocabulary.systolic, Vocabulary.diastolic] : []).map { part -> JSON in
      ["code": Self.concept(part.concept), "valueQuantity": Self.quantity(random.number(part.range), part)]
    }
    let value = isBloodPressure ? nil : random.number(measurement.range)
    if isLaboratory { results = results.suffix(5) + [id] }
    let normal = measurement.normal
    let judged = isLaboratory ? value : nil
    let (flag, meaning) =
      (judged ?? 0) < normal.lowerBound
      ? ("L", "Low") : (judged ?? 0) > normal.upperBound ? ("H", "High") : ("N", "Normal")
    let range: JSON = [
      "low": Self.quantity(normal.lowerBound, measurement), "high": Self.quantity(normal.upperBound, measurement),
    ]
    return [
      "status": .text(status), "category": listed(Self.concept(category)),
      "code": Self.concept(isBloodPressure ? bloodPressure : measurement.concept),
      "subject": patientReference, "encounter": encounterReference,
      "effectiveDateTime": .text(now.instant), "issued": .text(now.later(byMinutes: 45).instant),
      "component": components.isEmpty ? nil : .array(components),
      "valueQuantity": value.map { Self.quantity($0, measurement) },
      "interpretation": judged.map { _ in listed(Self.concept((form.interpretation, flag, meaning))) },
      "referenceRange": judged.map { _ in .array([range]) },
    ]
  }

  private mutating func diagnosticReport() -> JSON {
    let panel = random.pick(Vocabulary.panels)
    let results = results.map { Self.reference("Observation", $0) }
    return [
      "status": "final", "category": listed(Self.concept((form.reportCategory, "LAB", "Laboratory"))),
      "code": Self.concept(panel), "subject": patientReference, "encounter": encounterReference,
      "effectiveDateTime": .text(now.instant), "issued": .text(now.later(byMinutes: 60).instant),
      "performer": listed(["display": "Example Hospital Laboratory"]),
      "result": results.isEmpty ? nil : .array(results),
      "conclusion": .text("\(panel.display): see each result."),
    ]
  }

  private mutating func condition() -> JSON {
    let code = random.pick(Vocabulary.conditions)
    let isResolved = random.once(in: 3)
    return [
      form.patient: patientReference, "encounter": encounterReference,
      form.hasLists ? "recordedDate" : "dateRecorded": .text(now.date),
      "code": Self.concept(code), "category": listed(Self.concept(form.conditionCategory)),
      "clinicalStatus": status(isResolved ? "resolved" : "active", in: "condition-clinical"),
      "verificationStatus": status(random.once(in: 8) ? "provisional" : "confirmed", in: "condition-ver-status"),
      "onsetDateTime": .text(now.date),
      "abatementDateTime": isResolved ? .text(Moment(day: now.day + random.number(3...60)).date) : nil,
    ]
  }

  private mutating func medicationOrder() -> JSON {
    let status = random.pick(["active", "completed", "stopped"])
    let medication = random.pick(Vocabulary.medications)
    let frequency = random.number(1...3)
    let dose: JSON = ["value": .plain("1.0"), "unit": "tablet"]
    let timing: JSON = [
      "frequency": .plain("\(frequency)"), "period": 1, form.hasLists ? "periodUnit" : "periodUnits": "d",
    ]
    return [
      form.hasLists ? "authoredOn" : "dateWritten": .text(now.instant),
      "status": .text(status), "intent": form.hasLists ? "order" : nil, form.patient: patientReference,
      form.hasLists ? "requester" : "prescriber": ["display": "Dr. Example"], "encounter": encounterReference,
      "medicationCodeableConcept": Self.concept(medication),
      "dosageInstruction": [
        [
          "text": .text("1 tablet, \(frequency) a day"), "timing": ["repeat": timing], "asNeededBoolean": false,
          "doseAndRate": form.hasLists ? .array([["doseQuantity": dose]]) : nil,
          "doseQuantity": form.hasLists ? nil : dose,
        ]
      ],
      "dispenseRequest": [
        "numberOfRepeatsAllowed": .plain("\(random.number(1...5))"),
        "quantity": ["value": .plain("\(30 * frequency)"), "unit": "tablet"],
      ],
    ]
  }

  private mutating func immunization() -> JSON {
    [
      "status": "completed",
      form.hasLists ? "occurrenceDateTime" : "date": .text(now.instant),
      "vaccineCode": Self.concept(random.pick(Vocabulary.immunizations)), "patient": patientReference,
      "wasNotGiven": form.hasLists ? nil : false,
      form.hasLists ? "primarySource" : "reported": .plain("\(form.hasLists != random.once(in: 5))"),
      "encounter": encounterReference, "lotNumber": .text("L\(random.number(10_000...99_999))"),
      "expirationDate": .text(Moment(day: now.day + random.number(100...500)).date),
    ]
  }

  private mutating func procedure() -> JSON {
    let code = random.pick(Vocabulary.procedures)
    let period: JSON = ["start": .text(now.instant), "end": .text(now.later(byMinutes: 30).instant)]
    let isPeriod = random.once(in: 2)
    return [
      "subject": patientReference, "status": "completed", "code": Self.concept(code),
      "performer": [["actor": ["display": "Dr. Example"]]],
      "performedPeriod": isPeriod ? period : nil, "performedDateTime": isPeriod ? nil : .text(now.instant),
      "encounter": encounterReference,
    ]
  }

  private mutating func allergyIntolerance() -> JSON {
    let substance = random.pick(Vocabulary.substances)
    let plainStatus = random.pick(["active", "confirmed"])
    let risk = random.number(0...2)
    let risks = form.hasLists ? ["low", "high", "unable-to-assess"] : ["CRITL", "CRITH", "CRITU"]
    let category = JSON.text(random.pick(["food", "medication", "environment"]))
    let reaction = random.pick(Vocabulary.reactions)
    return [
      "recordedDate": .text(now.instant), "patient": patientReference, form.allergen: Self.concept(substance),
      "clinicalStatus": form.hasLists ? status("active", in: "allergyintolerance-clinical") : nil,
      "verificationStatus": form.hasLists ? status("confirmed", in: "allergyintolerance-verification") : nil,
      "status": form.hasLists ? nil : .text(plainStatus), "criticality": .text(risks[risk]),
      "type": "allergy", "category": listed(category),
      "reaction": [["manifestation": .array([Self.concept(reaction)]), "severity": "mild"]],
    ]
  }

  private var patientReference: JSON { Self.reference("Patient", patient) }
  private var encounterReference: JSON { Self.reference("Encounter", encounter) }

  private static func reference(_ type: String, _ id: String) -> JSON { ["reference": .text("\(type)/\(id)")] }

  /// The value, or in a release that has a list there a list of it.
  private func listed(_ value: JSON) -> JSON { form.hasLists ? .array([value]) : value }

  /// A status that is a code, or in later releases a concept of one of HL7's systems.
  private func status(_ code: String, in system: String) -> JSON {
    guard form.hasLists else { return .text(code) }
    return ["coding": [["system": .text(CorpusForm.terminology + system), "code": .text(code)]]]
  }

  private static func concept(_ concept: Vocabulary.Concept) -> JSON {
    [
      "coding": [["system": .text(concept.system), "code": .text(concept.code), "display": .text(concept.display)]],
      "text": .text(concept.display),
    ]
  }

  private static func narrative(_ content: String) -> JSON {
    ["status": "generated", "div": .text("<div xmlns=\"http://www.w3.org/1999/xhtml\">\(content)</div>")]
  }

  /// A Quantity; the value is in units of the last decimal place.
  private static func quantity(_ value: Int, _ measurement: Vocabulary.Measurement) -> JSON {
    let number =
      switch measurement.decimals {
      case 0: "\(value)"
      case 1: "\(value / 10).\(value % 10)"
      default: "\(value / 100).\(value / 10 % 10)\(value % 10)"
      }
    return [
      "value": .plain(number), "unit": .text(measurement.unit), "system": .text(Vocabulary.units),
      "code": .text(measurement.unit),
    ]
  }
}
