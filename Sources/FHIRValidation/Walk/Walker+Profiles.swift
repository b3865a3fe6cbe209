import FHIRTape
import FHIRText

extension Walker {
  /// Counts the claimed profiles that are not judged, by name, for the report.
  @inline(never)
  mutating func countProfiles(of meta: Int) {
    let tape = cursor.tape
    guard let array = tape.member("profile", of: meta), tape.tag(array) == .array else { return }
    let end = tape.next(array)
    var item = array + 2
    while item < end {
      if tape.tag(item) == .string || tape.tag(item) == .escapedString {
        if !judgesProfile(at: item) { cursor.counts.countProfile(tape.string(item).byBytes) }
      }
      item = tape.next(item)
    }
  }
}
