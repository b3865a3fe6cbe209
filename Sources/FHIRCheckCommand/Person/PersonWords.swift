import ClinicalRecords
import ClinicalSources
import FHIRFindings
import FHIRReporting

/// What a person is told about the faults of a rule: what is at fault, and who can help.
struct PersonWords: Sendable {
  /// What is at fault, in the order of the page.
  enum Culprit: String, CaseIterable, Sendable {
    /// The list of records that the phone wrote, or the files around the records.
    case export
    /// The file as a whole: it was damaged on its way.
    case file
    /// The record, as the institution sent it.
    case record
    /// A limit of this program.
    case program

    var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  let culprit: Culprit
  let sentence: String
  let rules: [String]
  var loss: (one: String, many: String)?

  /// The words for a rule: those for its name, else those for its group.
  static func of(_ rule: RuleID) -> PersonWords {
    let (name, group) = (rule.rawValue, String(rule.group))
    return all.first { $0.rules.contains { $0.byBytes == name.byBytes } }
      ?? all.first { $0.rules.contains { $0.byBytes == group.byBytes } } ?? all[all.count - 1]
  }

  /// Whether a finding is a fault in a record that a person is told of: an error, or a record that was not judged.
  static func concerns(_ finding: Finding) -> Bool {
    let concerns = finding.severity >= .error || finding.rule == "structure/other-release"
    return concerns && RuleCatalog.sources[finding.rule] == nil && finding.rule.group != "definition"
  }

  /// What is at fault, the sentence, the rules or groups of rules, and what is lost by one and by several faults.
  static let all: [PersonWords] = """
    export | The list of records names a record whose file is not there. | source/missing-file source/outside-path | \
    record that the export lists is not in it | records that the export lists are not in it
    export | A record is not in the list of records, so it is not known who sent it. | source/missing-stub
    export | The list of records says something else about a record than the record itself. | source/stub-disagrees
    export | The list of records names one file twice. | source/duplicate-stub
    export | An entry in the list of records is not written as it must be. | source/malformed-stub \
    source/missing-attribute source/undeclared-entity source/unsupported-encoding
    export | The list of records gives a day of download that does not exist. | source/invalid-received-date
    export | The list of records gives a version of the format that is not known. | source/unknown-version
    export | The list of records ends in the middle, so records may be missing. | source/truncated-export | \
    list of records ends in the middle | lists of records end in the middle
    file | A file is damaged or cut off, so records may be missing. | source/truncated source/damaged-data \
    source/damaged-directory source/wrong-checksum source/wrong-size source/header-mismatch source/overlapping-entry \
    source/trailing-data | file is damaged or cut off | files are damaged or cut off
    file | A part of an archive was not opened, or its name is not as it must be. | source/encrypted-entry \
    source/unsupported-archive source/nested-archive source/not-a-file source/unsafe-path source/name-encoding \
    source/duplicate-entry
    file | A file has another form than its name says, and was not read. | source/not-json
    file | A clinical document is damaged, so that other programs cannot open it. | source/malformed-document
    file | A health card cannot be read. | card/malformed card/damaged-payload card/invalid-chunks card/invalid-header \
    card/too-large | health card cannot be read | health cards cannot be read
    file | The signature of a health card is wrong, so nothing in it is to be believed. | card/wrong-signature \
    card/unknown-key card/wrong-issuer
    file | A health card is no longer valid. | card/expired card/revoked
    file | A health card is not valid yet. | card/not-yet-valid
    file | A health card is written against the rules for such cards. | card
    file | A file cannot be read as a record: it is cut off or damaged. | json | \
    file of a record cannot be read | files of records cannot be read
    program | Something is larger than this program reads, so a part was left out. | limit
    program | A rule for records that was given to this program is at fault, so a part was not checked. | definition
    program | A record is of a version or a kind that this program does not know, so nothing in it was checked. | \
    structure/other-release
    record | A record does not say what it is, or names a type that does not exist, so it is not shown. | \
    structure/not-an-object structure/missing-resource-type structure/unknown-resource-type | \
    record without a known type is not shown | records without a known type are not shown
    record | A prescription is in a form that is not known, so it is not shown. | prescription | \
    prescription is in a form that is not known, and not shown | \
    prescriptions are in a form that is not known, and not shown
    record | A result is in a form that could not be read. | unreadable | \
    result is in a form that could not be read | results are in a form that could not be read
    record | A record is of a day that was still to come when the phone received it, or is so today. | future
    record | Something that every such record must have is missing. | structure/missing-element
    record | Something is in a record that does not belong there, or is in the wrong form. | structure bundle \
    extension
    record | A date, a number or a text is not written as it must be. | value
    record | An allergy or a medicine is there several times, and what is said of it differs. | harmful
    record | A record is there several times, and what it says differs. | contradicted
    record | One number stands for records of different things. | reused
    record | Something has an abbreviation that the list of such abbreviations does not have. | code
    record | A record refers to another one that it must not refer to, or in a wrong way. | reference
    record | A rule of the standard for such records is broken. | invariant
    record | The text of a record for people is not written as it must be. | narrative
    record | A record does not keep a further rule for such records, such as one that its institution promises to keep. | \
    profile questionnaire
    record | Something in a record is not as it must be. |
    """.split(separator: "\n").compactMap { line -> PersonWords? in
      let columns = line.split(separator: "|").map { $0.split(separator: " ").map(String.init) }
      guard let culprit = Culprit(rawValue: columns[0][0]) else { return nil }
      let texts = columns.map { $0.joined(separator: " ") }
      return PersonWords(
        culprit: culprit, sentence: texts[1], rules: columns.dropFirst(2).first ?? [],
        loss: columns.count > 4 ? (one: texts[3], many: texts[4]) : nil)
    }

  /// Words for kinds of records that no part of the page shows, where the name of the kind does not say it.
  static let kinds: [ByteText: String] = [
    "claim": "bills to an insurance", "encounter": "visits", "explanation of benefit": "statements of an insurance",
    "family member history": "illnesses in the family", "medication administration": "medicines given by staff",
    "practitioner": "doctors and other staff", "practitioner role": "tasks of staff", "slot": "times for appointments",
  ]

  /// What records of a kind do not state, because an element is missing.
  struct Lack: Sendable {
    let element: String
    let kind: PersonReport.Kind

    /// `40 results or measurements do not state a status, such as final.`
    func sentence(_ count: Int) -> String {
      let (one, many) = records
      return "\(String(counting: count, one, many)) \(count == 1 ? "does" : "do") not state \(fact)."
    }

    /// Whether a record without it cannot be understood.
    var isGrave: Bool {
      ["status", "patient", "subject", "code", "substance", "vaccineCode", "medication[x]"].contains(element)
    }

    private var records: (one: String, many: String) {
      switch kind {
      case .labResult, .vitalSign, .observation: ("result or measurement", "results or measurements")
      case .labReport: ("report of results", "reports of results")
      case .allergy: ("allergy", "allergies")
      case .note: ("clinical note", "clinical notes")
      case .other: ("record", "records")
      case .medication, .condition, .immunization, .procedure, .insurance: (kind.rawValue, kind.rawValue + "s")
      }
    }

    private var fact: String {
      switch element {
      case "status": "a status, such as final"
      case "patient", "subject", "beneficiary": "the patient"
      case "code", "substance": "what it is about"
      case "performer": "who is responsible, such as the laboratory"
      case "issued": "when it was released"
      case "effective[x]": "the time of the examination"
      case "intent": "whether it is a plan or an order"
      case "medication[x]": "the medicine"
      case "reported": "whether the clinic or the patient reported it"
      case "wasNotGiven": "whether the vaccine was given"
      case "vaccineCode": "the vaccine"
      case "verificationStatus": "how certain it is"
      case "payor": "who insures"
      default: "something that is required"
      }
    }
  }

  static func culprit(_ source: String) -> String {
    "The records of " + (source.isEmpty ? "an unknown source" : source)
  }

  private static func kind(ofType type: String) -> String {
    switch FHIRResourceType(rawValue: type) {
    case .allergyIntolerance: "An allergy"
    case .condition: "A condition"
    case .coverage: "An insurance"
    case .diagnosticReport: "A report of results"
    case .documentReference: "A document"
    case .immunization: "An immunization"
    case .medicationDispense, .medicationOrder, .medicationRequest, .medicationStatement: "A medication"
    case .observation: "A lab result or a measurement"
    case .procedure: "A procedure"
    case nil: "A record"
    }
  }

  /// `a report of results (Culture, MRSA)`: a record of a kind that has a section, in a form that it cannot show.
  static func name(ofFormless record: PersonReport.Record) -> String? {
    guard FHIRResourceType(rawValue: record.type) != nil else { return nil }
    return kind(ofType: record.type).lowercased() + (record.name.isEmpty ? "" : " (\(record.name))")
  }

  /// `visits`, `care plan`: a kind of records that no part of the page shows.
  static func kind(named type: String) -> String {
    let words = String(type.replacing(/[A-Z]/) { " " + $0.output.lowercased() }.drop { $0 == " " })
    return kinds[words.byBytes] ?? words
  }

  /// Ends what the list of records says in two ways.
  static let second = "in the list; the first is used"

  /// What the list of records says of a record at fault, and what the record says.
  static func words(of fault: Finding, _ stub: ExportStub?, _ record: PersonReport.Record?) -> String? {
    guard let stub else { return record?.label }
    let (kind, number) = (Self.kind(ofType: stub.type).lowercased(), stub.identifier)
    let values = [
      "type": ("kind", kind), "identifier": ("number", number), "sourceName": ("source", stub.sourceName),
      "fhirVersion": ("format", stub.fhirVersion), "receivedDate": ("day of download", stub.receivedDate),
    ]
    var words = record?.label ?? name(of: stub)
    if let (word, value) = values[fault.path] {
      words += value.isEmpty ? ": no \(word)" : ": \(word) '\(TerminalText.visible(value))'"
      if fault.message.contains(" again;") { words += ", and a second \(word) \(second)" }
    } else if let record, fault.path == "resourceFilePath" {
      words +=
        ": the list names it twice, with the sources '\(record.source)', which this page uses, and '\(stub.sourceName)'"
    } else if let record, record.type.byBytes != stub.type.byBytes {
      words += ": the list calls it \(kind), the record \(self.kind(ofType: record.type).lowercased())"
    } else if let record, record.id.byBytes != number.byBytes {
      words += ": the list gives it the number '\(number)', the record '\(record.id)'"
    }
    return PersonReport.clean(words)
  }

  /// `A condition from Lakeside Clinic, received 2024-03-04`: a record of which there is no more than its stub.
  static func name(of stub: ExportStub) -> String {
    let source = stub.sourceName.isEmpty ? PersonReport.unknownSource : stub.sourceName
    let isDated = ReceivedDate(stub.receivedDate).secondsSince1970 != nil
    let day = isDated ? ", received \(stub.receivedDate.prefix(10))" : ""
    return PersonReport.clean("\(kind(ofType: stub.type)) from \(source)\(day)")
  }

  func problem(source: String, isExport: Bool) -> PersonReport.Problem {
    let (name, advice): (String, String)
    switch culprit {
    case .export:
      name = "The export"
      advice = "Export again; the hospital need not be asked. If the fault comes back, tell the maker of the phone."
    case .file where isExport:
      name = "The export"
      advice =
        "Export or copy it again; the hospital need not be asked. A phone writes each file anew, so the file was "
        + "damaged by the export or later."
    case .file: (name, advice) = ("The file", "Get the file again from where it came.")
    case .program: (name, advice) = ("This program", "No file is at fault.")
    case .record:
      name = Self.culprit(source)
      advice =
        source.isEmpty
        ? "The files do not say who wrote these records. Ask whoever gave you the files."
        : "What could be read stands above. Only the institution that wrote the record can correct it."
    }
    return PersonReport.Problem(culprit: name, sentence: sentence, advice: advice)
  }
}
