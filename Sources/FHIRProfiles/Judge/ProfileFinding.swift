package import FHIRDiagnostics
package import FHIRView

/// A difference between a record and a profile.
package struct ProfileFinding {
  package let rule: Rule
  package let severity: Severity
  /// The place in the record's bytes.
  package let range: Range<Int>
  /// The path from the resource to the element.
  package let steps: [ElementPath.Step]
  /// The number of the missing element, `nil` if the finding is about the element itself.
  package let missing: Int?
  let statement: String
  /// The element that the profile makes the assertion about, if the finding is about a part of its value.
  var subject: String?
  /// The profile or the extension whose definition is broken, `nil` if there is none.
  package internal(set) var source: ProfileSource?

  /// The message: the statement, and the element that it is about.
  package var message: String { subject.map { "\(statement); \($0)" } ?? statement }
}

/// The verdict on a record by a profile.
package enum ProfileVerdict: UInt8, Sendable, CaseIterable {
  case met, broken
  /// There were no findings, but not everything could be judged.
  case undecided
}
