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
        } else if (profiles.isOn || isPublished(item)) && judgesProfile(at: item) {
          if !profiles.isOn {
            // The same claim is of note for each record.
            cursor.rest(on: .occurrence)
            profiles.claims &+= 1
          }
        } else {
          cursor.counts.countProfile(tape.string(item).byBytes)
        }
      }
      item = tape.next(item)
      number += 1
    }
  }

  /// The type whose own definition a claim names, `nil` for any other.
  private func type(claimedAt item: TapeIndex) -> TypeID? {
    // Most claims are of profiles, and need not be read as text.
    isPublished(item) ? cursor.schema.type(ofDefinition: cursor.tape.string(item)) : nil
  }

  /// Whether a claim may be of what a release publishes.
  private func isPublished(_ item: TapeIndex) -> Bool {
    let tape = cursor.tape
    let text = UnsafeBufferPointer(start: tape.lexeme(item), count: tape.length(item))
    return tape.tag(item) == .escapedString || text.starts(with: SchemaTable.definitionAddress.utf8)
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
