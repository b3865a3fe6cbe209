import FHIRProfiles
import FHIRSchema
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
        if let type = cursor.schema.type(ofDefinition: url) {
          checkClaim(of: type, at: item, url)
        } else if !judges(url) {
          cursor.counts.countProfile(url.byBytes)
        }
      }
      item = tape.next(item)
    }
  }

  /// Judges the claim of a type's own definition, which every record of the type meets as far as it was judged.
  private mutating func checkClaim(of type: Int, at item: Int, _ url: String) {
    guard let own = invariants.resources.innermost?.type, own >= 0, !cursor.schema.isKind(own, of: type) else { return }
    let names = cursor.schema.typeNames
    cursor.report(
      .profileWrongType, at: cursor.tape.range(item), path: .element,
      "expected a record of \(names[type]), whose definition '\(url)' it claims to meet, found one of \(names[own])")
  }

  /// Whether the library has a profile.
  private mutating func judges(_ url: String) -> Bool {
    guard profiles.isOn else { return false }
    let place = cursor.release.number
    return profiles.judges(url, of: place, loaded.release(place).definitions)
  }
}
