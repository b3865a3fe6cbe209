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
        let url = tape.string(item)
        if !judges(url) { cursor.counts.countProfile(url.byBytes) }
      }
      item = tape.next(item)
    }
  }

  /// Whether the library has a profile.
  private mutating func judges(_ url: String) -> Bool {
    guard profiles.isOn else { return false }
    let place = cursor.release.number
    return profiles.judges(url, of: place, loaded.release(place).definitions)
  }
}
