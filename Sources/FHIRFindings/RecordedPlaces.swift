/// The places of the findings of a batch, in any internal form. Most findings are counted, filtered or sorted, and only
/// a few are displayed. So a producer of thousands of findings records path and record in the cheapest form, and makes
/// the text when a consumer reads it from a ``Finding``. Each function takes the number of a place, and gives what the
/// property of the finding says.
@usableFromInline
package protocol RecordedPlaces: AnyObject, Sendable {
  func path(of place: Int) -> String
  func record(of place: Int) -> RecordLabel?
  /// Whether two places are in the same record, judged by its label.
  func areInOneRecord(_ place: Int, _ other: Int) -> Bool
  func profile(of place: Int) -> ProfileSource?
  func pointer(of place: Int) -> String?
  func release(of place: Int) -> String?
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

  init(_ path: String, _ record: RecordLabel?, pointer: String?, release: String?, profile: ProfileSource? = nil) {
    (self.path, self.record, self.pointer, self.release, self.profile) = (path, record, pointer, release, profile)
  }

  func path(of place: Int) -> String { path }
  func record(of place: Int) -> RecordLabel? { record }
  func profile(of place: Int) -> ProfileSource? { profile }
  func pointer(of place: Int) -> String? { pointer }
  func release(of place: Int) -> String? { release }
}
