import ClinicalRecords
import FHIRPrimitives
import FHIRRecognition
import FHIRSupport
import FHIRTape
public import Foundation
import ClinicalSources

/// What a SMART Health Card says: a Bundle that an issuer has signed.
///
/// The members have the names of HealthKit's `HKVerifiableClinicalRecord`. The signature is not verified here: a person
/// may hold a card that is wrong, so that the app has to.
public struct VerifiableRecord: Hashable, Sendable {
  /// The types of the card, such as `https://smarthealth.cards#immunization`.
  public let recordTypes: [String]
  /// The address of the issuer.
  public let issuerIdentifier: String
  /// The name of the person.
  public let subjectName: String
  /// The person's date of birth, with the precision of the card.
  public let subjectBirthDate: DateComponents?
  /// From when on the card is valid.
  public let issuedDate: Date
  /// The latest date of the records in the card, such as that of the last dose; without any, ``issuedDate``.
  public let relevantDate: Date
  /// Until when the card is valid.
  public let expirationDate: Date?
  /// A name for each record about the person.
  public let itemNames: [String]
  /// The card as a JSON Web Signature in its compact form.
  public let signedText: [UInt8]

  init?(_ card: HealthCard, in file: HealthCardFile) {
    guard let issuer = card.issuer, let issued = card.notBefore, let bundle = card.bundle else { return nil }
    var (name, birthDate, items, dates) = ("", DateComponents?.none, [String](), [Date]())
    try? TapedJSON.read(Array(file.text[bundle])) { tape in
      tape.forEachRecord(in: RecordPlace(role: .document, base: 0), bundles: .published) { index, _, _ in
        if tape.text("resourceType", of: index)?.byBytes == "Patient" {
          let person = RecordFacts.person(tape, at: index)
          (name, birthDate) = (person.name, DateComponents(partialDate: person.born))
        }
        let origin = RecordOrigin(fhirVersion: card.fhirVersion.flatMap { FHIRVersion($0) })
        guard let record = ClinicalRecord(tape, at: index, origin: origin, classifier: Classifier()),
          record.resourceType != nil
        else { return }
        items.append(record.displayName)
        if let date = RecordFacts.date(tape, at: index).flatMap({ Date(earliest: $0) }) { dates.append(date) }
      }
    }
    recordTypes = ["https://smarthealth.cards#health-card"] + card.types
    (issuerIdentifier, subjectName, subjectBirthDate) = (issuer, name, birthDate)
    issuedDate = Date(timeIntervalSince1970: issued)
    relevantDate = dates.max() ?? issuedDate
    expirationDate = card.expires.map { Date(timeIntervalSince1970: $0) }
    (itemNames, signedText) = (items, card.signedText)
  }
}

extension Tape {
  /// The objects of a member that is one object or a list of them.
  func objects(_ name: StaticString, of index: TapeIndex) -> [TapeIndex] {
    guard let value = member(name, of: index) else { return [] }
    return items(of: value).filter { tag($0) == .object }
  }
}

extension DateComponents {
  /// Reads `1951`, `1951-01` or `1951-01-20`.
  fileprivate init?(partialDate: String) {
    let numbers = partialDate.split(separator: "-").map { Int($0) }
    guard let year = numbers.first ?? nil, numbers.count <= 3, !numbers.contains(nil) else { return nil }
    self.init(year: year, month: numbers.count > 1 ? numbers[1] : nil, day: numbers.count > 2 ? numbers[2] : nil)
  }
}

extension Date {
  /// The earliest time that a text in the form of FHIR or of CDA may mean, in UTC if it names no zone: `2021-03-04`,
  /// `20210304050607+0100`.
  init?(earliest text: String) {
    // In CDA, a zone may follow a month or a year: `2021-0500`.
    let afterYear = text.dropFirst(4)
    let isFHIR = afterYear.first == "-" && afterYear.dropFirst(3).first ?? "-" == "-"
    let date = isFHIR ? text.prefix(10) : text.prefix(8).prefix { !"+-Z".contains($0) }
    let rest = text.dropFirst(date.count)
    let zone = rest.drop { !"+-Z".contains($0) }
    let digits = (date + rest.prefix { !".+-Z".contains($0) }).filter(\.isWholeNumber)
    let all = Array(digits + "00000101000000".dropFirst(digits.count))
    guard digits.count >= 4, all.count == 14 else { return nil }
    func part(_ range: Range<Int>) -> String { String(all[range]) }
    let day = "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))"
    let time = "\(part(8..<10)):\(part(10..<12)):\(part(12..<14))\(zone.isEmpty ? "Z" : zone)"
    guard let seconds = ReceivedDate("\(day)T\(time)").secondsSince1970 else { return nil }
    self.init(timeIntervalSince1970: Double(seconds))
  }
}

extension UUID {
  init(digestOf bytes: [UInt8]) {
    self = SHA1.digest(of: bytes).withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
