/// The results of one test in one unit.
struct PersonTest {
  typealias Record = PersonReport.Record

  struct Point {
    let record: Record
    let result: PersonReport.Result
    var day: PlainDay? { record.day }
    /// What can be drawn, one for each line; `nil` for words, bounds, what has no date, or was entered in error.
    let numbers: [Double?]

    /// Whether it is a value, or at least the record's word on it, that its record stands by.
    var counts: Bool { !record.isWithdrawn && !record.isUnbelieved && (!result.isWithoutValue || result.isCalled) }
    /// Whether the record calls the result, or the whole that it is a part of, anything.
    var isCalled: Bool { result.isCalled || !record.verdict.isEmpty }
    /// The same, apart from normal, or that it is outside the range of the record.
    var isMarked: Bool { result.isMarked || PersonReport.Result.isMark(record.verdict) }
  }

  static let (pressure, nameless) = ("Blood pressure", "Test without a name")

  let title: String
  /// What the test is a part of; empty if it stands alone.
  let whole: String
  let kind: PersonReport.Kind
  let unit: String
  /// The code of LOINC, and the name and the unit in one spelling: tests that share one may be of one subject.
  let kin: [ByteText]
  /// The latest first; those without a date come last.
  private(set) var points: [Point]

  /// The points of the chart, the earliest first.
  var drawn: [Point] { points.filter { !$0.numbers.allSatisfy { $0 == nil } }.reversed() }
  /// Whether the times of the results are of several zones, so that an hour alone says little.
  var hasZones: Bool { Set(points.compactMap { PlainDay.zone(of: $0.record.date)?.byBytes }).count > 1 }

  /// Groups results by kind, code (else name) and unit, in the order of kinds, then of names.
  static func all(of records: [Record]) -> [PersonTest] {
    var found: [(key: ByteText, test: PersonTest)] = []
    // A code means something only together with its system.
    func subject(_ name: String, _ code: String, _ system: String) -> String {
      code + "\u{1E}" + (system.isEmpty || code.isEmpty ? name.lowercased() : system)
    }
    // A copy of a record is no second result.
    var seen: Set<ByteText> = []
    for record in joined(records) where [.labResult, .vitalSign, .observation].contains(record.kind) {
      for result in record.results where !result.value.isEmpty {
        let isPart = !result.name.isEmpty || !result.code.isEmpty
        let isNamedByPart = isPart && (!result.isPair || record.name.isEmpty)
        let (name, code) = isNamedByPart ? (result.name, result.code) : (record.name, record.code)
        let isPressure = result.isPressure
        let title = isPressure ? pressure : name.isEmpty ? code.isEmpty ? nameless : code : name
        let own = subject(record.name, record.code, record.system)
        let part = isPart ? subject(result.name, result.code, result.system) : ""
        let unit = result.unitCode.isEmpty ? result.unit : result.unitCode
        // A blood pressure is one test, however a hospital names it and writes its unit.
        let parts =
          isPressure
          ? [unit.lowercased().filter(\.isLetter)] : [record.kind.rawValue, unit, record.site, own, part]
        let key = (parts + [record.whose]).joined(separator: "\u{1F}")
        let facts = [record.source, record.id, record.date, record.status, key, result.text, result.marks]
        guard record.id.isEmpty || seen.insert(facts.joined(separator: "\u{1F}").byBytes).inserted else { continue }
        let isCounted = !record.isWithdrawn && record.day != nil
        let texts = [result.number] + (result.isPair ? [result.second] : [])
        let numbers = texts.map { isCounted ? Double($0).flatMap { $0.isFinite ? $0 : nil } : nil }
        let point = Point(record: record, result: result, numbers: numbers)
        let whole = isNamedByPart ? record.name : ""
        let spelling = (title + result.unit + record.whose).lowercased().filter { $0.isLetter || $0.isNumber }
        let isOfLOINC = (isNamedByPart ? result.system : record.system) == "http://loinc.org"
        let kin = [spelling.byBytes, (isOfLOINC ? "no. \(code) \(record.whose)" : spelling).byBytes]
        let test = PersonTest(
          title: title, whole: whole, kind: record.kind, unit: result.unit, kin: kin, points: [point])
        found.append((key.byBytes, test))
      }
    }
    let tests = found.grouped(by: \.key).map { group in
      var test = group[0].test
      test.points = group.map { $0.test.points[0] }.sorted { ($0.day?.number ?? -1) > ($1.day?.number ?? -1) }
      return test
    }
    let order = PersonPage.tested.map(\.0)
    func key(_ test: PersonTest) -> ByteText {
      "\(order.firstIndex(of: test.kind) ?? 0) \(test.title.lowercased())".byBytes
    }
    return tests.sorted { (key($0), $0.unit.byBytes) < (key($1), $1.unit.byBytes) }
  }

  /// The records, with a blood pressure of two records of one moment as one.
  private static func joined(_ records: [Record]) -> [Record] {
    var records = records
    let halves = records.indices.compactMap { number -> (number: Int, half: PersonReport.Result)? in
      let record = records[number]
      guard record.results.count == 1, record.day != nil, !record.isWithdrawn else { return nil }
      var half = record.results[0]
      if half.name.isEmpty, half.code.isEmpty { (half.name, half.code) = (record.name, record.code) }
      return half.pressure == nil ? nil : (number, half)
    }
    let groups = halves.grouped { number, _ in
      let record = records[number]
      return [record.source, record.date, record.site, record.status, record.whose].map(\.byBytes)
    }
    for group in groups {
      let copies = group.grouped { [records[$0.number].id, $0.half.text].map(\.byBytes) }
      let pair = PersonReport.Result.paired(copies.map { $0[0].half })
      guard pair.count == 1, pair[0].isPressure else { continue }
      for (number, _) in group { records[number].results = [] }
      (records[group[0].number].results, records[group[0].number].name) = (pair, pressure)
    }
    return records
  }

  /// Names for a list of tests, each for what the one before does not tell apart.
  var labels: [String] {
    let record = points[0].record
    let facts = [record.whose, unit, whole, PlainDay.shown(record.date), record.code].filter { !$0.isEmpty }
    return [title] + facts.indices.map { "\(title) (\(facts[...$0].joined(separator: ", ")))" }
  }

  /// The range that all drawn results state, if they state one.
  var band: (low: Double?, high: Double?)? {
    let ranges = Set(drawn.map { ($0.result.low + "\u{1F}" + $0.result.high).byBytes })
    guard ranges.count == 1, let result = drawn.first?.result else { return nil }
    let (low, high) = (Double(result.low), Double(result.high))
    return low == nil && high == nil ? nil : (low, high)
  }
}

/// The day of a date as a record writes it: `2019`, `2019-06`, `2019-06-11`, or with a time.
struct PlainDay: Comparable {
  /// Days from a fixed one, with the time as a fraction, in UTC if the zone is stated. A missing month or day counts as
  /// the first; there is none that the calendar does not have.
  let number: Double
  let year: Int

  /// `nil` for any other text.
  init?(_ text: String) {
    guard let month = ReportContents.Month(text) else { return nil }
    let digits = text.utf8.map { Int($0) - 0x30 }
    func pair(_ place: Int) -> Int? {
      guard digits.count >= place + 2, case let pair = digits[place..<place + 2], pair.allSatisfy({ 0..<10 ~= $0 })
      else { return nil }
      return pair[place] * 10 + pair[place + 1]
    }
    year = month.year
    // Years begin in March here, so that the day of a leap year comes last.
    func days(_ year: Int, _ month: Int) -> Int {
      let (y, m) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
      return 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5
    }
    let first = days(year, month.month)
    let length = month.month == 12 ? 31 : days(year, month.month + 1) - first
    let day = pair(8) ?? 1
    guard pair(5) ?? month.month == month.month, 1...length ~= day else { return nil }
    var seconds = (pair(11) ?? 0) * 3600 + (pair(14) ?? 0) * 60 + (pair(17) ?? 0)
    if let zone = Self.zone(of: text), zone != "UTC", let hours = pair(digits.count - 5) {
      seconds -= (zone.hasPrefix("-") ? -1 : 1) * (hours * 3600 + (pair(digits.count - 2) ?? 0) * 60)
    }
    number = Double(first + day) + Double(seconds) / 86_400
  }

  static func < (a: PlainDay, b: PlainDay) -> Bool { a.number < b.number }
  static func == (a: PlainDay, b: PlainDay) -> Bool { a.number == b.number }

  /// `+01:00` or `UTC`; `nil` for a time without a zone, and for a date alone.
  static func zone(of text: String) -> String? {
    guard text.utf8.count > 16 else { return nil }
    if text.utf8.last == UInt8(ascii: "Z") { return "UTC" }
    let end = text.utf8.suffix(6)
    let isZone = end.first.map { "+-".utf8.contains($0) } ?? false
    return isZone ? String(decoding: end, as: UTF8.self) : nil
  }

  /// The date without the time, or with hours and minutes.
  static func shown(_ text: String, withTime: Bool = false, withZone: Bool = false) -> String {
    guard PlainDay(text) != nil, text.utf8.count > 10 else { return text }
    let time = text.utf8.dropFirst(11).prefix(5)
    if !withTime || time.count < 5 { return String(text.prefix(10)) }
    let zone = withZone ? zone(of: text).map { " " + $0 } ?? "" : ""
    return text.prefix(10) + " " + String(decoding: time, as: UTF8.self) + zone
  }
}
