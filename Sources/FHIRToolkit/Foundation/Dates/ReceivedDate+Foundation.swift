public import ClinicalRecords
public import FHIRModelRuntime
public import Foundation

extension ReceivedDate {
  /// The point in time, to the second; `nil` if the text has another form.
  public var date: Date? { secondsSince1970.map { Date(timeIntervalSince1970: Double($0)) } }
}

extension RecordFacts {
  /// When it happened or began; `nil` if the record has no such date in a form of FHIR.
  public var startDate: FHIRDateTime? { start.flatMap(FHIRDateTime.init) }
  /// When it ended; `nil` if the record has no such date in a form of FHIR.
  public var endDate: FHIRDateTime? { end.flatMap(FHIRDateTime.init) }
  /// When it was recorded, written, asserted or released; `nil` if the record has no such date in a form of FHIR.
  public var issuedDate: FHIRDateTime? { issued.flatMap(FHIRDateTime.init) }
}

extension RecordFacts.Number {
  /// The exact number, with trailing zeros as written; `nil` if `Decimal` cannot hold it.
  public var decimalValue: Decimal? { Decimal(exactText: text) }
}
