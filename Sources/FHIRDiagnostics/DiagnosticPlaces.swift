/// Where the findings of a batch are, in whatever form they were written down.
///
/// Most findings are counted, filtered or sorted, and few are read by anybody. So whoever makes thousands of them notes
/// path and record down in the cheapest way there is, and says them in words when a ``Diagnostic`` is asked for them.
@usableFromInline
package protocol DiagnosticPlaces: AnyObject, Sendable {
  /// The path of a place, by its number; the same whenever it is asked for.
  func path(of place: Int) -> String
  /// The label of the record that a place is in, by the number of the place.
  func record(of place: Int) -> RecordLabel?
  /// Whether two places are in one record, as far as labels tell.
  func areInOneRecord(_ place: Int, _ other: Int) -> Bool
  /// The profile that the finding of a place is about, `nil` for one that is about none.
  func profile(of place: Int) -> ProfileSource?
  /// The place as a JSON Pointer, by its number; `nil` where it is not in JSON, or nobody has noted that.
  func pointer(of place: Int) -> String?
  /// The name of the release that the record was judged by; `nil` where none was told.
  func release(of place: Int) -> String?
}

extension DiagnosticPlaces {
  package func areInOneRecord(_ place: Int, _ other: Int) -> Bool { record(of: place) == record(of: other) }

  package func profile(of place: Int) -> ProfileSource? { nil }
}

/// The place of one finding, in words from the start.
final class WrittenPlace: DiagnosticPlaces {
  private let path: String
  private let record: RecordLabel?
  private let profile: ProfileSource?
  private let pointer: String?
  private let release: String?

  init(
    _ path: String, _ record: RecordLabel?, pointer: String? = nil, release: String? = nil,
    profile: ProfileSource? = nil
  ) {
    self.path = path
    self.record = record
    self.pointer = pointer
    self.release = release
    self.profile = profile
  }

  func path(of place: Int) -> String { path }

  func record(of place: Int) -> RecordLabel? { record }

  func profile(of place: Int) -> ProfileSource? { profile }

  func pointer(of place: Int) -> String? { pointer }

  func release(of place: Int) -> String? { release }
}
