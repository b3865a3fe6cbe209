public import FHIRJSON
import FHIRPrimitives

/// A point in time, exact at least to the second.
public struct FHIRInstant: Hashable, Sendable {
  /// The same as a `dateTime`; it always has a time and a zone.
  public let dateTime: FHIRDateTime

  /// Makes an instant, `nil` if the time is unknown.
  public init?(_ dateTime: FHIRDateTime) {
    guard dateTime.hasTime else { return nil }
    self.dateTime = dateTime
  }

  /// Makes an instant from its text, such as `2015-02-07T13:28:17.239+02:00`; `nil` if that is not an instant.
  public init?(_ text: String) {
    guard let dateTime = FHIRDateTime(text) else { return nil }
    self.init(dateTime)
  }

  private init(checked: FHIRDateTime) { dateTime = checked }

  /// The day in its zone.
  public var date: FHIRDate { dateTime.date }
  /// The time of day in its zone.
  public var time: FHIRTime { dateTime.storedTime }
  /// The zone.
  public var zone: FHIRZone { dateTime.storedZone }
  /// Seconds from 1 January 1970 in UTC.
  public var secondsSince1970: Double { dateTime.secondsSince1970 }
}

extension FHIRInstant: CustomStringConvertible {
  /// The instant as written in JSON.
  public var description: String { dateTime.description }
}

extension FHIRInstant: TimeValue {
  @usableFromInline package static func read(_ index: TapeIndex, _ reader: inout TapeReader) -> FHIRInstant? {
    guard reader.isPlainString(index, "an instant in a string") else { return nil }
    let (p, count) = (reader.tape.lexeme(index), reader.tape.length(index))
    let fault = InstantGrammar.check(p, count, reader.forms.instant)
    guard fault == .none else {
      reader.fault(.invalidInstant, at: index, fault.expectation.description)
      return nil
    }
    let checked = FHIRDateTime.checked(p, count)
    if checked.isCut { reader.exactText = reader.raw(index).text }
    return FHIRInstant(checked: checked.value)
  }

  @usableFromInline package func append(to text: inout TimeText) { text.append(dateTime) }
}

/// An element that may have one of several types, of which at least one is a date that may have a time.
public protocol MomentChoice {
  /// The value of a `dateTime` or an `instant`; `nil` for any other type.
  var moment: FHIRDateTime? { get }
}
