/// The schema text of each release, one static member a release, in the form that `Schemas/README.md` describes.
///
/// A literal of text compiles in no time, where one of structs would take gigabytes of memory.
package enum GeneratedSchema {
  /// The releases that have generated text, the oldest first.
  package static let releases = [
    GeneratedRelease(.dstu2, facts: dstu2, invariantPages: dstu2InvariantPages),
    GeneratedRelease(.r4, facts: r4, invariantPages: r4InvariantPages),
  ]
}

/// The generated text of one release.
package struct GeneratedRelease: Sendable {
  package let release: FHIRRelease
  /// Its rows, roles, names, invariants and codes.
  package let facts: StaticString
  /// The pages of its invariants.
  package let invariantPages: StaticString

  init(_ release: FHIRRelease, facts: StaticString, invariantPages: StaticString) {
    self.release = release
    self.facts = facts
    self.invariantPages = invariantPages
  }
}
