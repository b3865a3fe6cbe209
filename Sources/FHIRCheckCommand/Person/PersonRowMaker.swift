import ClinicalRecords
import ClinicalSources
import FHIRFindings
import FHIRReporting
import FHIRTape
import FHIRValidation

/// Makes the rows of a person's page from the plain facts of records.
struct PersonRowMaker: RowMaker {
  let collector: PersonCollector
  private let classifier = Classifier()

  func rows(of record: VisitedRecord, in input: RowInput) -> [RecordRow] {
    let (tape, index) = (record.tape, record.index)
    let type = FHIRResourceType(tape, typeIndex: record.typeIndex)
    let clinical = classifier.classify(
      tape, at: index, typeIndex: record.typeIndex, release: record.release
    ).clinicalType
    let facts = type == nil ? nil : RecordFacts(tape, at: index)
    func words(_ places: FactPlaces.Place...) -> [String] { RecordFacts.words(places, tape, at: index) }
    var row = PersonReport.Record()
    let members = RecordFacts.words(Self.members, tape, at: index)
    row.kind = Self.kind(clinical, type, facts, hasResults: type == .diagnosticReport && !members.isEmpty)
    // Only the kind is counted beyond what the page can hold.
    if !collector.isRedacted, !collector.isFull {
      row.source = RecordIdentity.source(
        of: index, on: tape, entry: record.entry, givenSource: input.observer.source, release: record.release)
      if let type, let facts { Self.fill(&row, type, facts, input.medication(of: record)) }
      row.members = members
      if row.kind == .medication {
        row.detail = RecordFacts.dosages(tape, at: index).joined(separator: "; ")
        // Named by its Medication, which may be elsewhere in the run.
        if row.name.isEmpty { row.members = words(.init("medicationReference", "reference")) }
      }
      if row.kind == .allergy {
        let reactions = RecordFacts.reactions(tape, at: index)
        (row.detail, row.isOfHighRisk) = (reactions.joined(separator: "; "), reactions.last == "risk called high")
        if row.name.isEmpty { row.name = words(.init("reaction", "substance")).joined(separator: ", ") }
      }
      if row.kind == .condition { row.detail = words("severity").first ?? "" }
      row.site = words("bodySite").joined(separator: ", ")
      row.remark = words("note", "notes", "comment", "comments").joined(separator: "; ")
      row.time = RecordFacts.time(tape, at: index)
      if row.kind == .labReport { row.detail = tape.text("conclusion", of: index) ?? "" }
      if row.manner == "prescribed", let intent = tape.text("intent", of: index) {
        row.manner = ["proposal": "proposed", "plan": "planned", "option": "an option"][intent.byBytes] ?? row.manner
      }
      var cells = RecordCells(tape, at: index, typeIndex: record.typeIndex, entry: record.entry)
      row.type = cells.text(.resourceType)
      row.id = cells.text(.id)
      if row.type == "Patient" { (row.name, row.detail) = RecordFacts.person(tape, at: index) }
      if type == nil, row.name.isEmpty { row.name = words("code").first ?? "" }
      if type == .observation {
        let named = ([index] + cells.components).count { part in
          tape.keys(of: part).contains { tape.string($0).lowercased().hasPrefix("value") }
        }
        row.takeOldForms(
          name: words("name").first, date: words("appliesDateTime").first,
          number: words(.init("valueQuantity", "value")).first, unit: words(.init("valueQuantity", "units")).first)
        row.isUnreadable = named > row.results.count { !$0.value.isEmpty && !$0.isWithoutValue }
        row.keepVerdict()
        row.results = PersonReport.Result.paired(row.results)
      }
      if let card = input.observer.card?.standing, card != .verified {
        row.marks.insert(card.isBelieved ? PersonReport.Record.unverified : PersonReport.Record.unbelieved)
      }
      if row.source.utf8.contains(where: { $0 < 0x20 }) {
        row.marks.insert("source written '\(PersonReport.short(TerminalText.visible(row.source)))'")
      }
      row.owner = Self.owner(tape, index).first ?? ""
      row.ownerName = Self.owner(tape, index, "display").first ?? ""
      if record.entry.exists { row.address = tape.text("fullUrl", of: record.entry) ?? "" }
      if type == nil {
        row.status = tape.text("status", of: index) ?? ""
        row.start = words(.init("period", "start")).first ?? ""
      }
      let members = tape.keys(of: index).map { (name: tape.string($0), digest: Self.digest(of: $0.value, tape)) }
      let digests = members.map { $0.name + ":\($0.digest)" }
      let contents = zip(members, digests).filter { !["text", "meta"].contains($0.0.name) }.map(\.1)
      (row.digest, row.content) = (Self.digest(of: digests), Self.digest(of: contents))
      (row.version, row.updated) = (cells.text(.versionId), cells.text(.lastUpdated))
    }
    PersonReport.settle(&row)
    return [RecordRow(range: record.place.inputRange(tape.range(index)), texts: [], facts: [row])]
  }

  func leavesOut(_ row: RecordRow) -> Bool { false }

  /// Of a record of an unknown type, only the medicine that it prescribes is read.
  func rows(ofUnknown found: [Finding], in bytes: UnsafeRawBufferPointer) -> [RecordRow] {
    if collector.isRedacted || collector.isFull { return [] }
    let places = Set(found.map(\.range.start))
    var rows: [RecordRow] = []
    RowInput.forEachRecord(in: bytes) { tape, place, index, _, _ in
      guard tape.tag(index) == .object, let type = tape.member("resourceType", of: index),
        places.contains(place.inputRange(tape.range(type)).start)
      else { return }
      let names = RecordFacts.words(
        [.init("medication", "display"), .init("medicationReference", "display"), "medicationCodeableConcept"], tape,
        at: index)
      guard let name = names.first else { return }
      var row = PersonReport.Record()
      (row.name, row.manner, row.type) = (name, PersonReport.Record.unrecognised, tape.string(type))
      row.owner = Self.owner(tape, index).first ?? ""
      PersonReport.settle(&row)
      rows.append(RecordRow(range: place.inputRange(tape.range(index)), texts: [], facts: [row]))
    }
    return rows
  }

  /// The results of a report, and those of a group of results.
  private static let members: [FactPlaces.Place] = [
    .init("result", "reference"), .init("hasMember", "reference"), .init("related", "target", "reference"),
  ]

  /// The person or thing that a record is about, as the record refers to it.
  private static func owner(_ tape: Tape, _ index: TapeIndex, _ part: StaticString = "reference") -> [String] {
    RecordFacts.words([.init("subject", part), .init("patient", part), .init("beneficiary", part)], tape, at: index)
  }

  private static func kind(
    _ clinical: ClinicalTypeIdentifier?, _ type: FHIRResourceType?, _ facts: RecordFacts?, hasResults: Bool
  ) -> PersonReport.Kind {
    guard let clinical else { return type == .observation ? .observation : .other }
    // The profiles of US Core and Argonaut mark laboratory reports so.
    let isOfLaboratory = facts?.categories.contains { $0.codings.contains { $0.code == "LAB" } } ?? false
    let isReport = clinical == .clinicalNoteRecord && (hasResults || type == .diagnosticReport && isOfLaboratory)
    return isReport ? .labReport : PersonReport.Kind(clinical)
  }

  private static func fill(
    _ row: inout PersonReport.Record, _ type: FHIRResourceType, _ facts: RecordFacts, _ medication: RecordFacts.Concept?
  ) {
    let about = medication ?? facts.code
    row.name = name(about)
    let coding = Self.coding(about)
    // Codes of SNOMED CT and of HL7 for no known allergy, and the like.
    let none = ["716186003", "409137002", "429625007", "428607008", "160245001", "no-known-allergies"]
    row.saysNone = about?.codings.contains { none.contains($0.code ?? "") } ?? false
    if ["no known ", "no current "].contains(where: row.name.lowercased().hasPrefix) { row.saysNone = true }
    (row.code, row.system) = (coding?.code ?? "", coding?.system ?? "")
    if let coding, about?.name == nil { (row.name, row.isUnnamed) = (words(for: coding, type), true) }
    (row.start, row.end, row.issued) = (facts.start ?? "", facts.end ?? "", facts.issued ?? "")
    row.status = code(facts.status)
    let certainty = code(facts.verificationStatus)
    if !certainty.isEmpty { row.status += (row.status.isEmpty ? "" : ", ") + certainty }
    switch type {
    case .medicationOrder, .medicationRequest:
      row.manner = facts.wasNotDone ? "prescribed not to be taken" : "prescribed"
    case .medicationDispense: row.manner = "handed out"
    case .medicationStatement: row.manner = facts.wasNotDone ? "stated not to be taken" : "stated to be taken"
    case .coverage:
      if let insurer = facts.performers.lazy.compactMap(\.display).first(where: { !$0.isEmpty }) {
        (row.name, row.isUnnamed) = (insurer, false)
      }
    case .immunization where facts.wasNotDone: row.status = "not given"
    default: if facts.wasNotDone { row.status = "not done" }
    }
    guard type == .observation else { return }
    if let own = facts.measurement { row.results.append(result(own)) }
    row.results += facts.components.map { part in
      var result = result(part.measurement)
      let coding = Self.coding(part.code)
      (result.name, result.code, result.system) = (name(part.code), coding?.code ?? "", coding?.system ?? "")
      return result
    }
  }

  /// A digest of a value, with a concept of one code as the code, and a list of one entry as the entry.
  private static func digest(of index: TapeIndex, _ tape: Tape) -> Int {
    let coding = tape.length(index) == 1 ? tape.member("coding", of: index) : nil
    let code = coding.flatMap { tape.length($0) == 1 ? tape.member("code", of: $0.content) : nil }
    let isAlone = tape.tag(index) == .array && tape.length(index) == 1
    if let one = isAlone ? index.content : code { return digest(of: one, tape) }
    let parts =
      switch tape.tag(index) {
      case .array: tape.items(of: index).map { "\(digest(of: $0, tape))" }
      case .object: tape.keys(of: index).map { "\(tape.string($0)):\(digest(of: $0.value, tape))" }.sorted()
      default: [tape.string(index)]
      }
    return "\(tape.isString(index)) \(parts.joined(separator: "\n"))".byBytes.hashValue
  }

  private static func digest(of members: [String]) -> Int { members.sorted().joined(separator: "\n").byBytes.hashValue }

  /// The coding of LOINC, which hospitals share, else the first one with a code.
  private static func coding(_ concept: RecordFacts.Concept?) -> RecordFacts.Coding? {
    let codings = concept?.codings.filter { $0.code?.isEmpty == false } ?? []
    return codings.first { $0.system == "http://loinc.org" } ?? codings.first
  }

  /// A unit without the brackets of UCUM, and with the sign of the degree.
  private static func shown(_ unit: String) -> String { unit == "Cel" ? "°C" : unit.replacing(/[{}\[\]]/, with: "") }
  private static func name(_ concept: RecordFacts.Concept?) -> String { concept.map { $0.name ?? code($0) } ?? "" }

  /// `vaccine with the code 208 (the record gives no name)`.
  private static func words(for coding: RecordFacts.Coding, _ type: FHIRResourceType) -> String {
    let lists: [ByteText: String] = [
      "http://loinc.org": "LOINC", "http://snomed.info/sct": "SNOMED CT",
      "http://www.nlm.nih.gov/research/umls/rxnorm": "RxNorm",
    ]
    let code = coding.code ?? ""
    let thing = type == .immunization ? "vaccine " : type == .observation ? "test " : ""
    let list = lists[(coding.system ?? "").byBytes].map { " of \($0)" } ?? ""
    return (thing.isEmpty && list.isEmpty ? "" : thing + "with the code ") + "\(code)\(list) (the record gives no name)"
  }

  /// The first code, else the text.
  private static func code(_ concept: RecordFacts.Concept?) -> String {
    concept.map { $0.codings.lazy.compactMap(\.code).first { !$0.isEmpty } ?? $0.text ?? "" } ?? ""
  }

  private static func result(_ measurement: RecordFacts.Measurement) -> PersonReport.Result {
    var result = PersonReport.Result()
    if let value = measurement.value {
      result.value = text(value)
      if case .quantity(let quantity) = value {
        result.unit = shown(quantity.unit ?? quantity.code ?? "")
        result.unitCode = quantity.system == "http://unitsofmeasure.org" ? quantity.code ?? "" : ""
        if quantity.comparator == nil { result.number = quantity.number?.text ?? "" }
      } else if case .integer(let number) = value {
        result.number = number.text
      }
    } else if let reason = measurement.dataAbsentReason {
      result.value = PersonReport.Result.noValue + name(reason)
    }
    let ranges = measurement.referenceRanges
    result.range = ranges.map(text).joined(separator: "; ")
    if ranges.count == 1 {
      (result.low, result.high) = (ranges[0].low?.number?.text ?? "", ranges[0].high?.number?.text ?? "")
      // Numbers of two units say nothing about each other.
      let bounds = [ranges[0].low, ranges[0].high].compactMap(\.self)
      let isOfOneUnit = bounds.allSatisfy { shown($0.unit ?? $0.code ?? "").byBytes == result.unit.byBytes }
      let (low, high) = (Double(result.low) ?? -.infinity, Double(result.high) ?? .infinity)
      if let number = Double(result.number), isOfOneUnit, number < low || number > high { result.missed = result.range }
    }
    // The codes of HL7 are the marks of laboratories; any other word is the record's own.
    let marks = measurement.interpretations.map { concept -> (mark: String, words: String) in
      let coding = concept.codings.first {
        $0.code?.isEmpty == false && ($0.system?.contains(/(0078|bservation-?[Ii]nterpretation)$/) ?? true)
      }
      guard let coding, let code = coding.code else { return ("", name(concept)) }
      let (display, text) = (coding.display ?? "", concept.text ?? "")
      return (code + (display.isEmpty ? "" : " (\(display))"), text.lowercased() == display.lowercased() ? "" : text)
    }
    result.marks = marks.map(\.mark).filter { !$0.isEmpty }.joined(separator: ", ")
    result.called = marks.map(\.words).filter { !$0.isEmpty }.joined(separator: ", ")
    return result
  }

  private static func text(_ range: RecordFacts.ReferenceRange) -> String {
    let age = bounds(range.age[0], range.age[1])
    let words = ([range.meaning] + range.population).compactMap(\.self).map(name) + (age.isEmpty ? [] : ["age \(age),"])
    let text = range.text ?? ""
    return (words + [text.isEmpty ? bounds(range.low, range.high) : text]).joined(separator: " ")
  }

  private static func bounds(_ low: RecordFacts.Quantity?, _ high: RecordFacts.Quantity?) -> String {
    let unit = (high?.unit ?? low?.unit).map { " " + shown($0) } ?? ""
    switch (low?.number?.text, high?.number?.text) {
    case (let low?, let high?): return low + " to " + high + unit
    case (let low?, nil): return "from " + low + unit
    case (nil, let high?): return "up to " + high + unit
    case (nil, nil): return ""
    }
  }

  private static func text(_ quantity: RecordFacts.Quantity?) -> String {
    (quantity?.comparator ?? "") + (quantity?.number?.text ?? "")
  }

  private static func text(_ value: RecordFacts.Value) -> String {
    switch value {
    case .quantity(let quantity): text(quantity)
    case .concept(let concept): name(concept)
    case .text(let text), .time(let text), .dateTime(let text): text
    case .boolean(let isTrue): isTrue ? "yes" : "no"
    case .integer(let number): number.text
    case .range(let low, let high): bounds(low, high)
    case .ratio(let numerator, let denominator): text(numerator) + ":" + text(denominator)
    case .period(let start, let end): (start ?? "") + " to " + (end ?? "")
    case .samples: "a series of numbers, which is not shown"
    }
  }
}

extension PersonReport.Kind {
  private static let ofTypes: [ClinicalTypeIdentifier: Self] = [
    .allergyRecord: .allergy, .clinicalNoteRecord: .note, .conditionRecord: .condition, .coverageRecord: .insurance,
    .immunizationRecord: .immunization, .labResultRecord: .labResult, .medicationRecord: .medication,
    .procedureRecord: .procedure, .vitalSignRecord: .vitalSign,
  ]

  init(_ type: ClinicalTypeIdentifier) { self = Self.ofTypes[type] ?? .other }
}
