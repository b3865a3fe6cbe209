package import FHIRDiagnostics
package import FHIRView

/// Something that a record lacks or has against a profile.
package struct ProfileFinding {
  package let rule: Rule
  package let severity: Severity
  /// The place in the record's bytes.
  package let range: Range<Int>
  /// The way from the resource to the element.
  package let steps: [ElementPath.Step]
  /// The number of the element that is missing there, `nil` where the finding is about the element itself.
  package let missing: Int?
  package let message: String
  /// The profile or the extension whose definition is broken, `nil` where there is none.
  package internal(set) var source: ProfileSource?
}

/// How a record stands to a profile.
package enum ProfileVerdict: UInt8, Sendable, CaseIterable {
  case met, broken
  /// Nothing was found, and not everything could be judged.
  case undecided
}
