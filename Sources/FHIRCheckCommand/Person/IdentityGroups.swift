import ClinicalRecords

/// The places of records that are there several times: the first groups, and some of each.
struct IdentityGroups {
  private static let (mostGroups, mostOfGroup) = (150, 4)

  struct Group {
    let problem: IdentityProblem
    var places: [RecordLocation]
    /// Further records of the group.
    var more = 0
  }

  private(set) var groups: [Group] = []
  /// Records of further groups.
  private(set) var elsewhere = 0
  private var numbers: [Key: Int] = [:]

  private struct Key: Hashable {
    let problem: IdentityProblem
    let first: RecordLocation
  }

  mutating func add(_ finding: IdentityFinding) {
    guard let first = finding.other else { return }
    let key = Key(problem: finding.problem, first: first)
    if let number = numbers[key] {
      if groups[number].places.count < Self.mostOfGroup {
        groups[number].places.append(finding.record)
      } else {
        groups[number].more += 1
      }
    } else if groups.count < Self.mostGroups {
      numbers[key] = groups.count
      groups.append(Group(problem: finding.problem, places: [first, finding.record]))
    } else {
      elsewhere += 1
    }
  }
}
