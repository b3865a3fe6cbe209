/// What a person's own page shows: the plain facts of records, and what is wrong with the files.
package struct PersonReport: Sendable {
  package var tool: ReportTool
  /// Records in all, and the files that they are in.
  package var (records, files) = (0, 0)
  /// Records by kind with the section of the kind, by source, and by year of their date.
  package var (kinds, sources, years) = ([Count](), [Count](), [Count]())
  /// The years from the first to the last record of each source.
  package var sourceYears: [(name: String, years: ClosedRange<Int>)] = []
  package var undated = 0
  /// The first and the last day of download, as the export states them.
  package var received: (first: String, last: String)?
  /// Whether nothing was found, and the day on which the phone wrote the export.
  package var (hasNoRecords, exported) = (false, "")
  /// The kinds of records that no section shows, with their numbers.
  package var unshown: [String] = []
  /// Records in a form that their section cannot show, in words; what the list of records says and a record denies.
  package var (formless, disagreements) = ([String](), [String]())
  /// The facts of records, in the order of the input.
  package var facts: [Record] = []
  /// Records whose facts were left out, because they are too many.
  package var leftOut = 0
  /// Whether the caller asked for a page without values.
  package var isRedacted = false
  package var repeated: [Repeated] = []
  /// Further records that are there several times, counted only.
  package var repeatedElsewhere = 0
  /// Whether somebody looked for them; else the reason.
  package var notCompared: String?
  /// What is wrong, the most important first.
  package var problems: [Problem] = []
  /// How many records of a culprit have a fault: `3 of 20 records`.
  package var faulty: [ByteText: String] = [:]

  /// The names of sources that the list of records of an export has.
  package var listedSources: Set<ByteText> = []
  /// The first clinical documents with title and day, and the name in it, how many there are, and the health cards.
  package var documents: [(sentence: String, label: String, person: String)] = []
  package var (unreadDocuments, cards) = (0, [String]())

  package static let unknownSource = "unknown source"

  package init(tool: ReportTool) { self.tool = tool }

  /// Adds to the facts what only other records tell, and the last day on which it can have happened.
  package mutating func settleFacts(lastDay: String) {
    for (number, fact) in facts.enumerated() {
      facts[number].name = fact.site.isEmpty || fact.name.isEmpty ? fact.name + fact.site : fact.name + ", " + fact.site
      let day = PlainDay(fact.date)?.number
      if day == nil, !fact.date.isEmpty { facts[number].marks.insert(Record.noDay) }
      // A medication may be meant for later, and an insurance may begin later. Clocks differ by up to a day.
      let last = (PlainDay(fact.received) ?? PlainDay(lastDay))?.number.rounded(.down) ?? .infinity
      let isPast = [.medication, .insurance, .other].contains(fact.kind) || day ?? 0 < last + 2
      if !isPast { facts[number].marks.insert(Record.future) }
      // A year alone is over with its last day.
      let end = String(fact.end.prefix(10))
      let isOver = PlainDay(end) != nil && end.byBytes < String(lastDay.prefix(end.count)).byBytes
      let ends = [.condition, .medication, .insurance].contains(fact.kind) && fact.says(["active"])
      if isOver, ends { facts[number].marks.insert("ended \(end)" + Record.stillActive) }
    }
    func isNewer(_ a: Record, _ b: Record) -> Bool {
      if let own = PlainDay(a.updated), let other = PlainDay(b.updated), own != other { return own > other }
      return Int(a.version).flatMap { own in Int(b.version).map { own > $0 } } ?? false
    }
    let named = facts.indices.filter { !facts[$0].source.isEmpty && !facts[$0].id.isEmpty && !facts[$0].isUnbelieved }
    for group in named.grouped(by: { [facts[$0].source, facts[$0].type, facts[$0].id].map(\.byBytes) }) {
      let newest = group.dropFirst().reduce(group[0]) { isNewer(facts[$1], facts[$0]) ? $1 : $0 }
      for number in group where isNewer(facts[newest], facts[number]) { facts[number].marks.insert(Record.replaced) }
    }
    // Another file may be of another institution.
    func key(_ fact: Record, _ id: String) -> ByteText { Self.key(fact.source.isEmpty ? fact.file : fact.source, id) }
    let wholes = facts.filter { !$0.verdict.isEmpty }
      .flatMap { whole in whole.members.map { (key(whole, $0), whole.verdict) } }
    let verdicts = [ByteText: String](wholes) { first, _ in first }
    for (number, fact) in facts.enumerated() where fact.verdict.isEmpty {
      facts[number].verdict = verdicts[key(fact, fact.id)] ?? ""
    }
    namePersons()
  }

  /// A record by its source and its id, or a reference to it from there.
  static func key(_ source: String, _ reference: String) -> ByteText {
    let parts = reference.utf8.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ":") }
    return (source + "\u{1F}" + (parts.last.map { String(decoding: $0, as: UTF8.self) } ?? "")).byBytes
  }

  /// A number of records, with the section of the page that shows them.
  package struct Count: Sendable {
    package var (name, count, section) = ("", 0, Kind?.none)

    package init(_ name: String, _ count: Int, _ section: Kind? = nil) {
      (self.name, self.count, self.section) = (name, count, section)
    }
  }

  /// The kinds of records, by which the page has its sections.
  package enum Kind: String, Sendable {
    case labResult, labReport, vitalSign, observation
    case medication, allergy, condition, immunization, procedure, note, insurance, other

    var word: String {
      switch self {
      case .labResult: "lab result"
      case .labReport: "report of results"
      case .vitalSign, .observation: "measurement"
      case .note: "document"
      case .other: ""
      default: rawValue
      }
    }
  }

  /// The facts of a record as texts; an empty text is an absent fact.
  package struct Record: Sendable {
    package var kind = Kind.other
    package var source = ""
    /// The same for contents that differ only in how codes are written; the other also if texts and metadata differ.
    package var (digest, content) = (0, 0)
    /// Type and id, by which other records refer to it, place in its file, and reference to its person, with a name.
    package var (type, id, address, owner, ownerName) = ("", "", "", "", "")
    /// Whose it is, in words that no other person has; empty if all records are of one.
    package internal(set) var whose = ""
    /// Whether the record of that person is not here, and whether two such records may be of two persons.
    package internal(set) var (isOfStranger, isUnsure) = (false, true)
    /// Version, date of the last change, and day on which the phone received it.
    package var (version, updated, received) = ("", "", "")
    package var (name, code) = ("", "")
    /// The system of the code, and the part of the body, which the name has, too, once all records are read.
    package var (system, site) = ("", "")
    package var status = ""
    /// Whether it has a date only where older forms have it.
    package private(set) var hasOldDate = false
    /// When it happened or began, ended, and was recorded; when it happened if that is no date.
    package var (start, end, issued, time) = ("", "", "", "")
    /// What the institution remarked, and what is known of the record from elsewhere.
    package var (remark, marks) = ("", Set<String>())
    /// The kind of record of a medication, in words.
    package var manner = ""
    /// The instructions of a medication, the reactions of an allergy, how serious a condition is, or a conclusion.
    package var detail = ""
    package var isUnnamed = false
    /// Whether it says that there is nothing of its kind, and whether it has a value that cannot be read.
    package var (saysNone, isUnreadable) = (false, false)
    package var isOfHighRisk = false
    /// The results: of the record itself, then of its parts.
    package var results: [Result] = []
    /// What it calls the results of its parts and members as a whole.
    package var verdict = ""
    /// The references of a report or a group to its results, or of a medication without a name to its Medication.
    package var members: [String] = []
    package var (file, line, offset) = ("", 0, 0)
    /// How many bytes the facts take, about.
    package var size = 0

    package init() {}

    package static let (replaced, contradicted) = ("replaced by a later version", "the source says two things")
    package static let unbelieved = "of a health card that is not to be believed"
    package static let unverified = "of an unverified health card"
    static let nobodys = "names no person"
    static let stillActive = "; the record still says active"
    /// Stands for the manner of a prescription of an unknown type.
    package static let unrecognised = "in a form that is not known"
    var isUnbelieved: Bool { marks.contains(Self.unbelieved) }
    package static let (future, noDay) = ("of a day that was still to come", "of a day that does not exist")

    /// Whether it says of a medication that it shall be taken, was handed out, or is taken.
    var isForTaking: Bool { ["prescribed", "handed out", "stated to be taken"].contains(manner.byBytes) }
    /// Whether it says that a medication is taken.
    var isActive: Bool { status.byBytes == "active" && isForTaking && !marks.contains(Self.replaced) && !isUnbelieved }
    var isOver: Bool { says(["inactive", "resolved", "remission"]) || marks.contains(Self.replaced) }
    /// Whether it does not count, by what it says itself or by a later version.
    var isWithdrawn: Bool { says(["entered-in-error", "cancelled"]) || marks.contains(Self.replaced) }
    /// Whether it says that what it is about is not so.
    var isDenied: Bool { says(["entered-in-error", "refuted"]) }

    fileprivate func says(_ codes: Set<ByteText>) -> Bool {
      status.split(separator: ", ").contains { codes.contains(String($0).byBytes) }
    }

    /// Whether it may harm if somebody believes the wrong one of two such records.
    package var mayHarm: Bool { kind == .allergy || kind == .medication }

    /// Takes what stands where only older forms have it, and a number that is written as a text, as they are written.
    package mutating func takeOldForms(name old: String?, date: String?, number: String?, unit: String?) {
      if start.isEmpty, let date { (start, hasOldDate) = (date, issued.isEmpty) }
      if name.isEmpty, let old {
        name = old
        marks.insert("its name stands in an old place")
      }
      var result = results.first ?? Result()
      if result.unit.isEmpty { result.unit = unit ?? "" }
      if results.allSatisfy(\.value.isEmpty), let number, Double(number) != nil {
        result.value = number
        marks.insert("its number is written as text")
      }
      if !result.value.isEmpty { results = [result] + results.dropFirst() }
    }

    /// Keeps what it calls a result whose value is in its parts or members, or nowhere.
    package mutating func keepVerdict() {
      guard let own = results.first, own.name.isEmpty, own.code.isEmpty, own.value.isEmpty else { return }
      verdict = own.called.isEmpty ? own.marks : own.called
      if !verdict.isEmpty, results.allSatisfy(\.value.isEmpty) {
        results[0].value = Result.noValue + (isUnreadable ? "it could not be read" : "none stated")
      }
    }

    /// When it happened, unless that was still to come, or is not to be believed.
    var day: PlainDay? { marks.contains(Self.future) || isUnbelieved ? nil : PlainDay(date) }

    /// Whether its date is a later one, in whatever zones both are written.
    func isLater(than other: Record) -> Bool {
      let (own, others) = (day?.number ?? -1, other.day?.number ?? -1)
      return own != others ? own > others : date.byBytes > other.date.byBytes
    }

    static let personType: ByteText = "Patient"
    /// By person, those that are known first.
    var order: ByteText { ((isUnsure || isOfStranger ? "2" : "1") + whose).byBytes }
    package var isPerson: Bool { type.byBytes == Self.personType }
    /// `Anna Bauer, born 1980-01-01`, of the record of a person.
    var person: String {
      (name.isEmpty ? "a person without a name" : name) + (detail.isEmpty ? "" : ", born " + PlainDay.shown(detail))
    }

    package var date: String { start.isEmpty ? issued : start }
    var title: String { name.isEmpty ? "without a name" : name }
    /// The same as ``label``, with the kind: `Sodium, lab result, 2022-05-01`.
    var fullLabel: String { labelled(kind.word) }
    /// Name and day, and whose it is: `Sodium, 2022-05-01`.
    package var label: String { labelled("") }
    private func labelled(_ kind: String) -> String {
      [title, kind, String(date.prefix(10)), whose].filter { !$0.isEmpty }.joined(separator: ", ")
    }
  }

  package struct Result: Sendable {
    /// The name and the code of a part; empty for the result of the record itself.
    package var (name, code, system) = ("", "", "")
    /// The value, the unit, and its code in UCUM.
    package var (value, unit, unitCode) = ("", "", "")
    /// Digits that can be drawn, of both parts of a pair; empty for words and for bounds such as `<5`.
    package var (number, second) = ("", "")
    /// Whether it is two amounts that were measured together, whether these are a blood pressure, and one is marked.
    private(set) var (isPair, isPressure, hasMarkedPart) = (false, false, false)
    /// The range that the record states, and the same if its number is outside of it, in the same unit.
    package var (low, high, range, missed) = ("", "", "", "")
    /// What the laboratory itself marked, `H`, and what it calls the result in words.
    package var (marks, called) = ("", "")

    package init() {}

    /// Begins what stands in place of a value, before the reason.
    package static let noValue = "no value: "
    package var isWithoutValue: Bool { value.hasPrefix(Self.noValue) }
    /// Whether it is marked as anything but normal, or is outside the range that its record states.
    var isMarked: Bool { hasMarkedPart || !missed.isEmpty || !isPair && Self.isMark(marks.isEmpty ? called : marks) }
    var isCalled: Bool { !marks.isEmpty || !called.isEmpty }
    static func isMark(_ words: String) -> Bool {
      !words.lowercased().split(separator: ", ").allSatisfy { $0 == "n" || $0.hasPrefix("n (") || $0 == "normal" }
    }

    var text: String { withUnit(value) }
    /// The same with at most four digits that count.
    var shortText: String {
      let numbers = value.split(separator: "/").map { Self.short(String($0)) }
      return withUnit(number.isEmpty ? value : numbers.joined(separator: "/"))
    }

    /// The amounts of a blood pressure, the higher first, by their names and their codes of LOINC and SNOMED CT.
    private static let pressures: [(name: String, codes: Set<ByteText>)] = [
      ("systolic", ["8480-6", "271649006"]), ("diastolic", ["8462-4", "271650006"]),
    ]
    var pressure: Int? {
      Self.pressures.firstIndex { $0.codes.contains(code.byBytes) || name.lowercased().hasPrefix($0.name) }
    }

    /// Two amounts of one unit that were measured together, as one result, `121/78`, those of a blood pressure whatever
    /// else was measured with them, the higher first; any other results as they are.
    package static func paired(_ results: [Result]) -> [Result] {
      let stated = results.filter { !$0.value.isEmpty }
      var parts = stated.filter { $0.pressure != nil }
      let isPressure = parts.count == 2 && parts[0].pressure != parts[1].pressure
      if !isPressure { parts = stated }
      guard parts.count == 2, !parts[0].unit.isEmpty, parts[0].unit.byBytes == parts[1].unit.byBytes,
        !parts.contains(where: \.name.isEmpty)
      else { return results }
      if isPressure, parts[1].pressure == 0 { parts.swapAt(0, 1) }
      var pair = parts[0]
      for (text, separator) in [(\Result.name, " / "), (\.code, " "), (\.value, "/")] {
        pair[keyPath: text] += separator + parts[1][keyPath: text]
      }
      for text in [\Result.range, \.missed, \.marks, \.called] {
        let stated = parts.filter { !$0[keyPath: text].isEmpty }
        pair[keyPath: text] = stated.map { $0.name + " " + $0[keyPath: text] }.joined(separator: ", ")
      }
      (pair.isPair, pair.second, pair.low, pair.high) = (true, parts[1].number, "", "")
      (pair.isPressure, pair.hasMarkedPart) = (isPressure, parts.contains(where: \.isMarked))
      return [pair] + stated.filter { isPressure && $0.pressure == nil }
    }

    private func withUnit(_ value: String) -> String { unit.isEmpty || value.isEmpty ? value : value + " " + unit }

    /// The beginning of a number: all digits before the point, and four that count.
    static func short(_ number: String) -> String {
      guard !number.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }) else { return number }
      var (digits, hasPoint) = (0, false)
      for (place, byte) in number.utf8.enumerated() {
        if byte == UInt8(ascii: ".") { hasPoint = true }
        if 0x30...0x39 ~= byte, digits > 0 || byte != 0x30 { digits += 1 }
        if hasPoint, digits > 4 { return String(decoding: number.utf8.prefix(place), as: UTF8.self) + "…" }
      }
      return number
    }
  }

  /// A record that is there several times.
  package struct Repeated: Sendable {
    /// How the records are related, as a sentence.
    package var relation: String
    package var records: [Record]
    /// Whether their contents are equal, and whether one number of their source is sure to be of one record.
    package var (isCopy, isSure): (Bool, Bool)
    /// Further ones, counted only.
    package var more = 0
    /// Whether the records are of so many names that their number is of several things.
    package var isReused = false

    package init(relation: String, records: [Record], isCopy: Bool, isSure: Bool = true) {
      (self.relation, self.records, self.isCopy, self.isSure) = (relation, records, isCopy, isSure)
    }

    /// Whether they may be of several persons or institutions. Two versions of a person's record may have two names.
    var isOfSeveral: Bool {
      !isSure || isReused || Set(records.map(\.whose.byBytes)).count > 1 && !records.allSatisfy(\.isPerson)
    }
  }

  package struct Problem: Sendable {
    /// What is at fault, in a word or two.
    package var culprit: String
    package var sentence, advice: String
    package var count = 0
    package var saysCount = false
    /// What is lost by it, with the number; `nil` for a fault by which nothing is lost.
    package var loss: String?
    /// Some of the records, in words of a person.
    package var records: [String] = []
    /// Where: names of records and files.
    package var examples: [String] = []

    package init(culprit: String, sentence: String, advice: String) {
      (self.culprit, self.sentence, self.advice) = (culprit, sentence, advice)
    }
  }
}
