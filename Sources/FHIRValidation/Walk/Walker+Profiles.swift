import FHIRDiagnostics
import FHIRPath
import FHIRProfiles
import FHIRSchema
import FHIRTape
import FHIRSupport
import FHIRRecognition

extension Walker {
  /// Counts the claimed profiles that are not judged, by name, for the report.
  @inline(never)
  mutating func countProfiles(of meta: TapeIndex) {
    let tape = cursor.tape
    guard let array = tape.member("profile", of: meta), tape.tag(array) == .array else { return }
    let end = tape.next(array)
    var (item, number) = (array.content, 0)
    while item < end {
      if tape.tag(item) == .string || tape.tag(item) == .escapedString {
        if let type = type(claimedAt: item) {
          cursor.path.push(member: cursor.roles.metaProfile.member, index: number)
          checkClaim(of: type, at: item)
          cursor.path.pop()
        } else if !judgesProfile(at: item) {
          cursor.counts.countProfile(tape.string(item).byBytes)
        }
      }
      item = tape.next(item)
      number += 1
    }
  }

  /// The type whose own definition a claim names, `nil` for any other.
  private func type(claimedAt item: TapeIndex) -> TypeID? {
    let tape = cursor.tape
    let text = UnsafeBufferPointer(start: tape.lexeme(item), count: tape.length(item))
    // Most claims are of profiles, and need not be read as text.
    guard tape.tag(item) == .escapedString || text.starts(with: SchemaTable.definitionAddress.utf8) else { return nil }
    return cursor.schema.type(ofDefinition: tape.string(item))
  }

  /// Judges the claim of a type's own definition, which every record of the type meets as far as it was judged.
  private mutating func checkClaim(of type: TypeID, at item: TapeIndex) {
    cursor.rest(on: .occurrence)
    guard let own = invariants.resources.innermost?.type, own.exists, !cursor.schema.isKind(own, of: type) else {
      return
    }
    let (names, url) = (cursor.schema.typeNames, cursor.tape.string(item))
    cursor.report(
      Rule.profileWrongType.id, .error, at: cursor.tape.range(item), path: .element,
      "expected the type \(names[type]), whose definition '\(url)' the record claims to meet, found \(names[own])")
  }
}
