import ClinicalRecords
import FHIRDiagnostics

/// The groups of records that are there several times, for the columns that mark them. They are in memory.
struct DuplicateGroups: Sendable {
  private var members: [RecordLocation: (group: Int, role: String)] = [:]
  private var count = 0

  /// Adds a finding; they come in the order of the input.
  mutating func add(_ finding: IdentityFinding) {
    guard let first = finding.other else { return }
    if members[first] == nil {
      count += 1
      members[first] = (count, "first")
    }
    let rule = finding.problem.reportedRule.id.rawValue.dropFirst("identity/".count)
    members[finding.record] = (members[first]?.group ?? count, String(rule))
  }

  subscript(_ place: RecordLocation) -> (group: Int, role: String)? { members[place] }
}
