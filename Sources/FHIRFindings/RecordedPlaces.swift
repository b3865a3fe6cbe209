/// The places of the findings of a batch, in any internal form.
///
/// Most findings are counted, filtered or sorted, and only a few are displayed. So a producer of thousands of findings
/// records path and record in the cheapest form, and makes the text when a consumer reads it from a ``Finding``.
@usableFromInline
package protocol RecordedPlaces: AnyObject, Sendable {
  /// The path of a place, by its number; the same on each call.
  func path(of place: Int) -> String
  /// The label of the record that contains a place, by the number of the place.
  func record(of place: Int) -> RecordLabel?
  /// Whether two places are in the same record, judged by its label.
  func areInOneRecord(_ place: Int, _ other: Int) -> Bool
  /// The profile that the finding at a place comes from, `nil` if it comes from none.
  func profile(of place: Int) -> ProfileSource?
  /// The place as a JSON Pointer, by its number; `nil` if it is not in JSON, or no pointer was recorded.
  func pointer(of place: Int) -> String?
  /// The name of the release that the record was judged by; `nil` if it was judged by none.
  func release(of place: Int) -> String?
  /// The offset in the input at which the record that contains a place begins; `nil` if it is not known.
  func recordStart(of place: Int) -> Int?
}

extension RecordedPlaces {
  package func areInOneRecord(_ place: Int, _ other: Int) -> Bool { record(of: place) == record(of: other) }
  package func profile(of place: Int) -> ProfileSource? { nil }
  package func recordStart(of place: Int) -> Int? { nil }
}

final class WrittenPlace: RecordedPlaces {
  private let path: String
  private let record: RecordLabel?
  private let profile: ProfileSource?
  private let pointer: String?
  private let release: String?

  init(
    _ path: String, _ record: RecordLabel?, pointer: String? = nil, release: String? = nil,
    profile: ProfileSource? = nil
  ) {
    (self.path, self.record, self.pointer, self.release, self.profile) = (path, record, pointer, release, profile)
  }

  func path(of place: Int) -> String { path }
  func record(of place: Int) -> RecordLabel? { record }
  func profile(of place: Int) -> ProfileSource? { profile }
  func pointer(of place: Int) -> String? { pointer }
  func release(of place: Int) -> String? { release }
}
