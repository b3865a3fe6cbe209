import ClinicalRecords
import ClinicalSources
import FHIRFindings
import FHIRReporting
import FHIRTape

extension PersonReport {
  /// The page of what a summary counts and what was collected. `groups` names places by the numbers of the inputs.
  init(
    _ today: String, _ tool: ReportTool, _ summary: SummaryReport, _ kept: PersonCollector.State,
    _ months: ReportContents, _ groups: IdentityGroups, _ items: [any InputItem], _ exports: ExportSet,
    _ redaction: Redaction?
  ) {
    self.init(tool: tool)
    (records, files) = (summary.summary.records, kept.files)
    hasNoRecords = records == 0
    let types = summary.summary.resourceTypes
    kinds = Self.kinds(summary.counts.records.census, labReports: kept.labReports, persons: types["Patient"] ?? 0)
    // Without control characters, a damaged name is that of its source.
    let named = summary.sources.map { ($0 == SummaryReport.anonymousSource ? Self.unknownSource : $0.string, $1) }
    sources = [ByteText: Int](named.map { (Self.short($0).byBytes, $1) }, uniquingKeysWith: +).commonestFirst
      .map { Count($0.key.string, $0.value) }
    isRedacted = redaction != nil
    let others = types.filter { FHIRResourceType(rawValue: $0.key.string) == nil && $0.key != "Patient" }.commonestFirst
    unshown = others.prefix(20).map { type, count in Self.clean("\(PersonWords.kind(named: type.string)): \(count)") }
    let rest = others.dropFirst(20).map(\.value)
    // Of a type that HealthKit has, but not of a release in which it has the type.
    let formless = (kinds.first { $0.name == "Other records" }?.count ?? 0) - others.reduce(0) { $0 + $1.value }
    if formless > 0 { unshown.append("in a form that this page does not know: \(formless)") }
    if !rest.isEmpty { unshown.append("and \(rest.reduce(0, +)) more records of \(rest.count) kinds") }
    var stubs: [ByteText: ExportStub] = [:]
    received = summary.receivedDates
    if !isRedacted {
      // What counted the months knows no date in an old place.
      let old = kept.records.compactMap { $0.hasOldDate ? ReportContents.Month($0.start)?.year : nil }
      let byYear = [Int: Int](months.months.map { ($0.key.year, $0.value) } + old.map { ($0, 1) }, uniquingKeysWith: +)
      exported = exports.exportDate ?? ""
      let lastDay = exported.isEmpty ? today : exported
      let lastYear = Int(lastDay.prefix(4)) ?? 9999
      let word = { $0 > lastYear ? " (still to come)" : "" }
      years = byYear.sorted { $0.key > $1.key }.map { Count("\($0.key)\(word($0.key))", $0.value) }
      let bySource = [ByteText: Set<ReportContents.Month>](
        months.monthsBySource.map { (Self.short($0.key.string).byBytes, $0.value) }, uniquingKeysWith: { $0.union($1) })
      sourceYears = sources.compactMap { source in
        let months = (bySource[source.name.byBytes] ?? []).filter { $0.year <= lastYear }
        guard let first = months.min(), let last = months.max() else { return nil }
        return (source.name, first.year...last.year)
      }
      undated = months.undated - old.count
      (facts, leftOut) = (kept.records, kept.leftOut)
      for n in items.indices { stubs[Self.clean(items[n].name).byBytes] = exports.facts(of: n)?.stub }
      nameCodes()
      for n in facts.indices { facts[n].received = Self.clean(stubs[facts[n].file.byBytes]?.receivedDate ?? "") }
      listedSources = Set(stubs.values.map { Self.short($0.sourceName).byBytes })
      settleFacts(lastDay: lastDay)
      self.formless = facts.filter { $0.kind == .other }.compactMap(PersonWords.name(ofFormless:))
    }
    addRepeated(groups, items)
    switch summary.summary.identity {
    case .compared: break
    case .off, nil: notCompared = "--no-identity was given"
    case .failed(let reason): notCompared = reason
    }
    for (name, count) in kept.faulty {
      let all = sources.first { $0.name == (name.string.isEmpty ? Self.unknownSource : name.string) }?.count ?? count
      faulty[PersonWords.culprit(name.string).byBytes] =
        "\(String(grouped: count)) of \(String(counting: all, "record", "records"))"
    }
    addProblems(summary, kept.faults, stubs, exports, redaction)
  }

  private static func kinds(_ census: RecordCensus, labReports: Int, persons: Int) -> [Count] {
    var kinds = census.clinicalTypes.map { type, count in
      Count(type.displayName, type == .clinicalNoteRecord ? count - labReports : count, Kind(type))
    }
    kinds.append(Count("Reports of results", labReports, .labReport))
    let observations = census.reasons.filter { $0.key.rawValue.hasPrefix("observation-") }
    kinds.append(Count("Other observations", observations.values.reduce(0, +), .observation))
    let others = census.reasons.values.reduce(0, +) - observations.values.reduce(0, +)
    kinds += [Count("Persons", persons), Count("Other records", others - persons)]
    return kinds.filter { $0.count > 0 }.sorted { ($1.count, $0.name.byBytes) < ($0.count, $1.name.byBytes) }
  }

  /// Names what has only a code as another record with it, and a medication as the Medication that it names nearby.
  private mutating func nameCodes() {
    func key(_ fact: Record) -> ByteText { (fact.system + "\u{1F}" + fact.code).byBytes }
    let named = facts.filter { !$0.isUnnamed && !$0.system.isEmpty }.map { (key($0), $0.name) }
    let names = [ByteText: String](named) { first, _ in first }
    for number in facts.indices where facts[number].isUnnamed {
      facts[number].name = names[key(facts[number])] ?? facts[number].name
    }
    var medicines: [[ByteText]: String] = [:]
    let keys = { (fact: Record, target: String) in [fact.file, fact.source].map { [$0.byBytes, target.byBytes] } }
    for fact in facts where fact.kind == .other && !fact.name.isEmpty {
      for key in keys(fact, fact.type + "/" + fact.id) { medicines[key] = fact.name }
    }
    for (number, fact) in facts.enumerated() where fact.kind == .medication && fact.name.isEmpty {
      let target = fact.members.first?.split(separator: "/").suffix(2).joined(separator: "/") ?? ""
      facts[number].name = keys(fact, target).lazy.compactMap { medicines[$0] }.first ?? ""
    }
  }

  private mutating func addRepeated(_ found: IdentityGroups, _ items: [any InputItem]) {
    repeatedElsewhere = found.elsewhere
    var places: [ByteText: [Int: Int]] = [:]
    let files = Set(found.groups.flatMap { $0.places.map(\.file) })
    for file in files { places[Self.clean(items[file].name).byBytes] = [:] }
    for (number, record) in facts.enumerated() { places[record.file.byBytes]?[record.offset] = number }
    for group in found.groups {
      let numbers = group.places.map { places[Self.clean(items[$0.file].name).byBytes]?[$0.offset] }
      guard numbers.allSatisfy({ $0 != nil }) else {
        repeatedElsewhere += group.places.count - 1 + group.more
        continue
      }
      let known = numbers.compactMap { $0 }
      let isSame =
        group.problem == .duplicateRecord || group.more == 0 && Set(known.map { facts[$0].content }).count == 1
      // What this page does not show is no contradiction that it could name.
      let isSeen = Self.compared(known.map { facts[$0] }).contains { $0.differs && !$0.isOfRecord }
      // A source that gives one number to several things says nothing twice.
      let things = Set(known.map { [facts[$0].name.lowercased(), facts[$0].date].map(\.byBytes) })
      let isReused = !isSame && things.count > 2
      for number in known where group.problem == .conflictingRecord && !isSame && isSeen && !isReused {
        facts[number].marks.insert(Record.contradicted)
      }
      let records = known.map { number in
        var record = facts[number]
        if record.name.isEmpty, record.kind == .other {
          record.name = "one record of " + PersonWords.kind(named: record.type)
        }
        return record
      }
      let isSpelling = Set(records.map(\.digest)).count == 1
      let problem = isSame && !isSpelling ? nil : group.problem
      let count = group.places.count + group.more
      let reuse = "one number for \(count) records of different things; each is listed as a record of its own."
      var one = Repeated(
        relation: isReused ? reuse : Self.relation(problem, of: records[0], isSame: isSame, count), records: records,
        isCopy: isSame, isSure: !records[0].source.isEmpty || group.problem == .conflictingRecord)
      (one.more, one.isReused) = (group.more, isReused)
      repeated.append(one)
    }
  }

  private static func relation(_ problem: IdentityProblem?, of record: Record, isSame: Bool, _ count: Int) -> String {
    switch problem {
    case nil: "one record \(count) times; only the accompanying text, or data about the record, differs."
    case .duplicateRecord: "\(count) copies of one record; their contents are the same."
    case .newerVersion where record.source.isEmpty, .possibleConflict:
      "\(count) records under one number. As their source is unknown, they may be of several "
        + (record.isPerson ? "persons." : "institutions.")
    case .newerVersion: "\(count) versions of one record."
    case .conflictingRecord where isSame: "one record \(count) times; only the way in which codes are written differs."
    case .conflictingRecord: "one record \(count) times, with contents that contradict each other."
    case .caseDiffers: "\(count) records whose numbers differ only in capital letters."
    case .missingID: ""
    }
  }

  private mutating func addProblems(
    _ summary: SummaryReport, _ faults: [PersonCollector.Fault], _ stubs: [ByteText: ExportStub], _ exports: ExportSet,
    _ redaction: Redaction?
  ) {
    let isExport = summary.stubs != nil
    var found: [(problem: Problem, words: PersonWords, isGrave: Bool)] = []
    func add(
      _ words: PersonWords, source: String = "", _ count: Int, _ examples: [String], _ records: [String],
      _ lack: PersonWords.Lack? = nil
    ) -> Int {
      var new = words.problem(source: source, isExport: isExport)
      if let lack { (new.sentence, new.saysCount) = (lack.sentence(count), true) }
      let place = found.firstIndex {
        $0.problem.culprit.byBytes == new.culprit.byBytes && $0.problem.sentence.byBytes == new.sentence.byBytes
      }
      let number = place ?? found.count
      if number == found.count { found.append((new, words, lack?.isGrave ?? false)) }
      found[number].problem.count += count
      found[number].problem.examples += examples
      if found[number].problem.records.count < 20 { found[number].problem.records += records }
      return number
    }
    func fact(_ end: String) -> Record? { facts.first { !end.isEmpty && ("/" + $0.file).hasSuffix(end) } }
    // What is not JSON is among the faults that were collected.
    for (name, count) in summary.faultCounts.inOrder where RuleCatalog.syntax[RuleID(rawValue: name.string)] == nil {
      let words = PersonWords.of(RuleID(rawValue: name.string))
      let ofRule = summary.faults.filter { $0.finding.rule.rawValue.byBytes == name }.prefix(20)
      let examples = ofRule.prefix(5).map {
        PersonPage.name(ofFile: $0.file) + ": " + Self.withoutFolders(MaskedAddress.text($0.finding.message))
      }
      let number = add(words, count, examples, [])
      if words.culprit == .file, redaction == nil {
        let files = Set(examples.compactMap { $0.split(separator: ": ").first.map { "File \($0)" } })
        found[number].problem.records += files.sorted()
      }
      if words.culprit == .export, redaction == nil {
        let sentences = ofRule.compactMap { fault in
          let file = Self.clean(fault.file)
          let stub = stubs[file.byBytes] ?? exports.stub(at: fault.finding.range.start, of: fault.file)
          return PersonWords.words(of: fault.finding, stub, fact(stub?.resourceFilePath ?? "") ?? fact("/" + file))
        }
        let isTwice = ["source/stub-disagrees", "source/duplicate-stub"].contains(name)
        disagreements += sentences.filter { isTwice || $0.hasSuffix(PersonWords.second) }
        found[number].problem.records += sentences
      }
    }
    for fault in faults {
      let words = PersonWords.of(fault.rule)
      let files = words.culprit == .file ? fault.files.compactMap { stubs[$0.byBytes].map(PersonWords.name) } : []
      _ = add(words, source: fault.source, fault.count, fault.examples, files.isEmpty ? fault.names : files, fault.lack)
    }
    for fact in facts where fact.isUnreadable || fact.marks.contains(Record.future) {
      _ = add(.of(fact.isUnreadable ? "unreadable" : "future"), source: fact.source, 1, [], [fact.label])
    }
    for one in repeated where one.isReused {
      _ = add(.of("reused"), source: one.records[0].source, 1, [], [one.records[0].label])
    }
    for record in repeated.compactMap(\.records.first) where record.marks.contains(Record.contradicted) {
      _ = add(.of(record.mayHarm ? "harmful" : "contradicted"), source: record.source, 1, [], [record.label])
    }
    for (number, entry) in summary.summary.unreadable.enumerated() {
      var problem = Problem(
        culprit: "The file", sentence: "A file could not be read: \(entry.reason).",
        advice: "Look whether it is there, and whether you may read it.")
      (problem.count, problem.examples) = (1, [entry.path])
      let count = summary.summary.unreadable.count
      if number == 0 { problem.loss = String(counting: count, "file could not be read", "files could not be read") }
      problems.append(problem)
    }
    // What may harm stands first, then what is cut off, since it explains what is missing; then what is lost, then what
    // makes records unclear, then what concerns most of them.
    let ranks = found.map { one in
      let first = [["harmful"], ["source/truncated"]].firstIndex { one.words.rules.starts(with: $0) }
      return (
        first ?? (one.words.loss == nil ? 3 : 2), one.words.culprit.place,
        one.isGrave || one.words.rules.contains("contradicted") ? 0 : 1, -one.problem.count
      )
    }
    let ranked = found.indices.sorted { ranks[$0] != ranks[$1] ? ranks[$0] < ranks[$1] : $0 < $1 }
    problems += ranked.map { number in
      let one = found[number]
      var problem = one.problem
      problem.loss = one.words.loss.map { String(counting: problem.count, $0.one, $0.many) }
      return problem
    }
    addRemark(repeated.count, "Records that are there more than once: \(repeated.count). They are named above.")
    let nameless = summary.identity?.withoutID ?? 0
    addRemark(nameless, "Records without a number: \(nameless). Nobody could look whether they are there twice.")
    let skipped = summary.summary.filesSkippedByKind.inOrder.filter { $0.key != ContentKind.cda.rawValue.byBytes }
    let kinds = skipped.map { "\($0.key.string): \($0.value)" }.joined(separator: ", ")
    unreadDocuments = summary.counts.documents.count
    documents = summary.counts.documents.forAPerson(20)
    cards = summary.cardLines { "A health card, \($0.words)" }
    addRemark(skipped.count, "Files of other kinds were not read (\(kinds)). That is no fault.")
  }

  /// A message without the place of the export on this machine.
  private static func withoutFolders(_ message: String) -> String {
    message.replacing(#/'[^']*\/(export\.xml)'/#) { "'\($0.output.1)'" }
  }

  private mutating func addRemark(_ count: Int, _ sentence: String) {
    if count > 0 { problems.append(Problem(culprit: "For completeness", sentence: sentence, advice: "")) }
  }
}

/// The places of records that are there several times: the first groups, and some of each.
struct IdentityGroups {
  private static let (mostGroups, mostOfGroup) = (150, 4)

  typealias Group = (problem: IdentityProblem, places: [RecordLocation], more: Int)

  private(set) var groups: [Group] = []
  private(set) var elsewhere = 0
  private var numbers: [IdentityProblem: [RecordLocation: Int]] = [:]

  mutating func add(_ finding: IdentityFinding) {
    guard let first = finding.other else { return }
    if let number = numbers[finding.problem]?[first] {
      if groups[number].places.count < Self.mostOfGroup {
        groups[number].places.append(finding.record)
      } else {
        groups[number].more += 1
      }
    } else if groups.count < Self.mostGroups {
      numbers[finding.problem, default: [:]][first] = groups.count
      groups.append((finding.problem, [first, finding.record], 0))
    } else {
      elsewhere += 1
    }
  }
}
