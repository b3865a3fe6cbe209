import FHIRTape
import FHIRText

extension RecordCursor {
  /// Counts what a record claims to conform to: profiles are not judged, and the report says so by name.
  @inline(never)
  mutating func countProfiles(of meta: Int) {
    guard let array = tape.member("profile", of: meta), tape.tag(array) == .array else { return }
    let end = tape.next(array)
    var item = array + 2
    while item < end {
      if tape.tag(item) == .string || tape.tag(item) == .escapedString {
        counts.countProfile(tape.string(item).byBytes)
      }
      item = tape.next(item)
    }
  }
}
