import ClinicalSources
import FHIRFindings
import FHIRPrimitives
import FHIRReporting

/// The clinical documents of a run, in the order of the inputs: the first ones, and how many there are.
struct ListedDocuments: Sendable {
  private var first = FirstPlaces<(file: String, document: ClinicalDocument, bytes: Int)>(limit: 1_000)
  private(set) var count = 0
  /// Hides what the headers say, and the names of files, if requested.
  var redaction: Redaction?

  /// - Parameter bytes: the size of the document, if it is known without reading it.
  mutating func add(_ document: ClinicalDocument, bytes: Int?, in file: String, _ number: Int) {
    count += 1
    first.add(RunPlace(file: number, offset: 0)) { (file, document, bytes ?? document.byteCount) }
  }

  mutating func merge(_ other: ListedDocuments) {
    count += other.count
    first.merge(other.first)
  }

  func write(to writer: inout JSONWriter) {
    if count == 0 { return }
    writer.member("documents", count)
    writer.objects("listedDocuments", first.entries.map(\.value)) { writer, entry in
      let document = entry.document
      writer.member("file", name(ofFile: entry.file))
      if redaction == nil {
        writer.members([
          "title": document.title, "patient": document.patientName, "author": document.authorName,
          "custodian": document.custodianName, "effectiveTime": document.effectiveTime,
        ])
      }
      writer.member("bytes", entry.bytes)
      if let fault = document.fault {
        writer.member(
          "fault", redaction == nil ? fault.finding.message : document.isUnread ? "not read on" : "not well-formed")
      }
    }
  }

  /// A line for each document, and one for those that are not listed.
  func lines(_ most: Int) -> [String] {
    sentences(most, forAPerson: false) + (count > most ? ["\(count - most) more"] : [])
  }

  /// The first documents in sentences without sizes and folders, with title and day, and the person.
  func forAPerson(_ most: Int) -> [(sentence: String, label: String, person: String)] {
    zip(first.entries, sentences(most, forAPerson: true)).map { entry, sentence in
      let document = redaction == nil ? entry.value.document : nil
      let label = [document?.title ?? "a document", Self.day(of: document?.effectiveTime)]
      return (sentence, label.compactMap { $0 }.joined(separator: " of "), document?.patientName ?? "")
    }
  }

  private func sentences(_ most: Int, forAPerson isForAPerson: Bool) -> [String] {
    first.entries.prefix(most).map { _, entry in
      let (document, shown) = (entry.document, redaction == nil ? entry.document : nil)
      let facts: [String?] = [
        shown?.title ?? "a document", Self.day(of: shown?.effectiveTime), shown?.patientName.map { "of \($0)" },
        shown?.authorName.map { "by \($0)" }, shown?.custodianName.map { "kept by \($0)" },
        isForAPerson ? nil : "\(entry.bytes) bytes", shown?.isCut == true || document.isUnread ? "not read on" : nil,
        document.fault == nil || document.isUnread ? nil : isForAPerson ? "damaged" : "not well-formed",
      ]
      let (path, text) = (name(ofFile: entry.file), facts.compactMap { $0 }.joined(separator: ", "))
      return "\(text): \(isForAPerson ? PersonPage.shortName(ofFile: path) : path)"
    }
  }

  private func name(ofFile file: String) -> String { redaction?.name(ofFile: file) ?? file }

  /// `2022-08-09` of the time `20220809101112+0200`.
  private static func day(of time: String?) -> String? {
    let digits = time?.prefix(8) ?? ""
    guard digits.utf8.count == 8, digits.utf8.allSatisfy({ $0 &- 0x30 < 10 }) else { return time }
    return "\(digits.prefix(4))-\(digits.dropFirst(4).prefix(2))-\(digits.suffix(2))"
  }
}

struct ListedCard {
  let card: HealthCard
  let file: String
  let line: Int

  private var issuer: String? { card.issuer.map { MaskedAddress.text($0) } }
  /// Place, standing, issuer and dates in one line.
  var sentence: String { "\(file):\(line) \(card.standing.rawValue)\(facts)" }
  var words: String { "\(SummaryPage.sentence(card.standing))\(facts): \(PersonPage.shortName(ofFile: file))" }

  private var facts: String {
    var text = issuer.map { ", from \($0)" } ?? ""
    if let start = card.notBefore { text += ", \(ListedCard.day(start))" }
    if let end = card.expires { text += " to \(ListedCard.day(end))" }
    return text
  }

  func write(to writer: inout JSONWriter) {
    writer.member("file", file)
    writer.member("line", line)
    writer.members(["standing": card.standing.rawValue, "issuer": issuer])
    writer.member("types", card.types)
    let days = (first: card.notBefore.map(Self.day), last: card.expires.map(Self.day))
    writer.members(["notBefore": days.first, "expires": days.last, "fhirVersion": card.fhirVersion])
  }

  /// The day of a time in seconds since 1970, such as `2021-04-09`; of one that no calendar has, the seconds.
  static func day(_ seconds: Double) -> String {
    // From the year 0 to 9999.
    guard seconds >= -62_167_219_200, seconds < 253_402_300_800 else { return "\(seconds) s" }
    let (year, month, day) = CalendarDay.date(daysSince1970: Int((seconds / 86_400).rounded(.down)))
    let digits = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    return "\(digits(year / 100))\(digits(year % 100))-\(digits(month))-\(digits(day))"
  }
}
