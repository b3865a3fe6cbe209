public import ClinicalRecords
public import FHIRModelRuntime
public import Foundation

extension ReceivedDate {
  /// The point in time, to the second; `nil` when the text has none.
  public var date: Date? { secondsSince1970.map { Date(timeIntervalSince1970: Double($0)) } }
}

extension RecordFacts {
  /// When it happened or began; `nil` when the record does not say it in a form of FHIR's.
  public var startDate: FHIRDateTime? { start.flatMap(FHIRDateTime.init) }
  /// When it ended; `nil` when the record does not say it in a form of FHIR's.
  public var endDate: FHIRDateTime? { end.flatMap(FHIRDateTime.init) }
  /// When it was recorded, written, asserted or released; `nil` when the record does not say it in a form of FHIR's.
  public var issuedDate: FHIRDateTime? { issued.flatMap(FHIRDateTime.init) }
}

extension RecordFacts.Number {
  /// The number, exactly, with the zeros that were written; `nil` when `Decimal` cannot hold it.
  public var decimalValue: Decimal? { Decimal(exactText: text) }
}
