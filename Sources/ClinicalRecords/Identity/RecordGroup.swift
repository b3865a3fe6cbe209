/// How the records of a ``RecordGroup`` go together.
public enum RecordRelation: Hashable, Sendable, CaseIterable {
  /// One record several times, with the same content.
  case copies
  /// One record in several versions: of each the first.
  case versions
  /// One record in one version with several contents: of each the first.
  case conflict
  /// Several contents under one id, where no record has a version or a known source: they may be of several servers.
  case possibleConflict
  /// Records of one source whose ids differ only in case.
  case caseDiffers

  /// What a finding says of its record; `nil` for a record without an identity.
  init?(_ problem: IdentityProblem) {
    switch problem {
    case .duplicateRecord: self = .copies
    case .newerVersion: self = .versions
    case .conflictingRecord: self = .conflict
    case .possibleConflict: self = .possibleConflict
    case .caseDiffers: self = .caseDiffers
    case .missingID: return nil
    }
  }
}

/// Records that belong together because of their identity.
public struct RecordGroup<Element> {
  /// How they go together.
  public let relation: RecordRelation
  /// The records, or what stands for them: two or more, in the order of the input.
  public internal(set) var records: [Element]
}

extension RecordGroup: Equatable where Element: Equatable {}
extension RecordGroup: Hashable where Element: Hashable {}
extension RecordGroup: Sendable where Element: Sendable {}

extension RecordGroup<ClinicalRecord> {
  /// What the records have in common; of ids that differ in case, the first.
  public var identity: RecordIdentity? { records.first?.identity }
}

/// What was found among records that are there more than once: ``Swift/Sequence/duplicates(budget:)``.
///
/// ```swift
/// let found = try records.duplicates()
/// for group in found.copies { print("\(group.records.count) copies of \(group.records[0].displayName)") }
/// for group in found.conflicts { print("conflicting: \(group.records.map(\.displayName))") }
/// ```
public struct Duplicates<Element> {
  /// All groups, in the order in which the input shows that they are some.
  public internal(set) var groups: [RecordGroup<Element>] = []
  /// Records without an id, of which nobody can say whether they are there twice.
  public internal(set) var withoutIdentity: [Element] = []

  /// Whether no record is there more than once, as far as records have an identity.
  public var isEmpty: Bool { groups.isEmpty }
  /// Records that are there several times with the same content.
  public var copies: [RecordGroup<Element>] { groups.filter { $0.relation == .copies } }
  /// Records that are there in several versions: of each version the first.
  public var versions: [RecordGroup<Element>] { groups.filter { $0.relation == .versions } }
  /// Records that are there in one version with several contents: of each content the first. Those that may be of
  /// several servers are among them.
  public var conflicts: [RecordGroup<Element>] {
    groups.filter { $0.relation == .conflict || $0.relation == .possibleConflict }
  }
}

extension Duplicates: Equatable where Element: Equatable {}
extension Duplicates: Hashable where Element: Hashable {}
extension Duplicates: Sendable where Element: Sendable {}

extension RecordIndex {
  /// What was found, with the findings about one record brought together: see ``findings(isSameFile:_:)``.
  ///
  /// The groups are in memory, so it grows by the number of records that are there more than once.
  ///
  /// The index is used up by this.
  ///
  /// - Parameter place: what stands for the record at a place.
  /// - Throws: what a temporary file or `place` throws.
  public func duplicates<Element>(_ place: (RecordLocation) throws -> Element) throws -> Duplicates<Element> {
    var found = Duplicates<Element>()
    var numbers: [GroupKey: Int] = [:]
    try findings { finding in
      let element = try place(finding.record)
      guard let relation = RecordRelation(finding.problem), let first = finding.other else {
        found.withoutIdentity.append(element)
        return
      }
      let key = GroupKey(relation: relation, first: first)
      if let number = numbers[key] {
        found.groups[number].records.append(element)
      } else {
        numbers[key] = found.groups.count
        found.groups.append(RecordGroup(relation: relation, records: [try place(first), element]))
      }
    }
    return found
  }
}

/// What the findings of a group have in common.
private struct GroupKey: Hashable {
  var relation: RecordRelation
  var first: RecordLocation
}
