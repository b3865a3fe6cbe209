import ClinicalRecords
import FHIRPrimitives
import FHIRReporting
import FHIRSupport
import ClinicalSources

/// A health card in the summary.
struct ListedCard {
  private let card: HealthCard
  private let file: String
  private let line: Int

  init(_ card: HealthCard, _ file: String, line: Int) {
    (self.card, self.file, self.line) = (card, file, line)
  }

  private var issuer: String? { card.issuer.map { MaskedAddress.text($0) } }

  /// Place, standing, issuer and dates in one line.
  var sentence: String {
    var text = "\(file):\(line) \(card.standing.rawValue)"
    if let issuer { text += ", from \(issuer)" }
    if let start = card.notBefore { text += ", \(ListedCard.day(start))" }
    if let end = card.expires { text += " to \(ListedCard.day(end))" }
    return text
  }

  func write(to writer: inout JSONWriter) {
    writer.member("file", file)
    writer.member("line", line)
    writer.member("standing", card.standing.rawValue)
    if let issuer { writer.member("issuer", issuer) }
    writer.member("types", card.types)
    if let start = card.notBefore { writer.member("notBefore", ListedCard.day(start)) }
    if let end = card.expires { writer.member("expires", ListedCard.day(end)) }
    if let version = card.fhirVersion { writer.member("fhirVersion", version) }
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
