import FHIRDiagnostics
import FHIRPath
import FHIRProfiles
import FHIRSchema
import FHIRTape
import FHIRText
import FHIRView

extension Walker {
  /// Counts the claimed profiles that are not judged, by name, for the report.
  @inline(never)
  mutating func countProfiles(of meta: Int) {
    let tape = cursor.tape
    guard let array = tape.member("profile", of: meta), tape.tag(array) == .array else { return }
    let end = tape.next(array)
    var (item, number) = (array + 2, 0)
    while item < end {
      if tape.tag(item) == .string || tape.tag(item) == .escapedString {
        let url = tape.string(item)
        if let type = cursor.schema.type(ofDefinition: url) {
          cursor.path.push(member: cursor.roles.metaProfile.member, index: number)
          checkClaim(of: type, at: item, url)
          cursor.path.pop()
        } else if !judges(url) {
          cursor.counts.countProfile(url.byBytes)
        }
      }
      item = tape.next(item)
      number += 1
    }
  }

  /// Judges the claim of a type's own definition, which every record of the type meets as far as it was judged.
  private mutating func checkClaim(of type: Int, at item: Int, _ url: String) {
    cursor.counts.countClaim()
    guard let own = invariants.resources.innermost?.type, own >= 0, !cursor.schema.isKind(own, of: type) else { return }
    let names = cursor.schema.typeNames
    cursor.report(
      Rule.profileWrongType.id, .error, at: cursor.tape.range(item), path: .element,
      "expected the type \(names[type]), whose definition '\(url)' the record claims to meet, found \(names[own])")
  }

  /// Whether the library has a profile.
  private mutating func judges(_ url: String) -> Bool {
    guard profiles.isOn else { return false }
    let place = cursor.release.number
    return profiles.judges(url, of: place, loaded.release(place).definitions)
  }
}
