public import FHIRFindings
import FHIRRecognition
import FHIRSchema
package import FHIRTape

/// How the records of a ``RecordGroup`` are related.
public enum RecordRelation: Hashable, Sendable, CaseIterable {
  /// One record several times, with the same content.
  case copies
  /// One record in several versions: the first record of each.
  case versions
  /// One record in one version with several contents: the first record of each.
  case conflict
  /// Several contents under one id, where no record has a version or a known source: they may come from several
  /// servers.
  case possibleConflict
  /// Records of one source whose ids differ only in case.
  case caseDiffers

  /// The relations that findings show; none for a record without an identity.
  fileprivate static let shown: [IdentityProblem: RecordRelation] = [
    .duplicateRecord: .copies, .newerVersion: .versions, .conflictingRecord: .conflict,
    .possibleConflict: .possibleConflict, .caseDiffers: .caseDiffers,
  ]
}

/// Records that are related by their identity.
public struct RecordGroup<Element> {
  /// How they are related.
  public let relation: RecordRelation
  /// The records or their labels: two or more, in the order of the input.
  public internal(set) var records: [Element]
}

extension RecordGroup: Equatable where Element: Equatable {}
extension RecordGroup: Sendable where Element: Sendable {}

extension RecordGroup<ClinicalRecord> {
  /// The identity of the records; if ids differ in case, the identity of the first.
  public var identity: RecordIdentity? { records.first?.identity }
}

/// The result of a search for records that occur more than once: ``Swift/Sequence/duplicates(budget:)``.
///
/// ```swift
/// let found = try records.duplicates()
/// for group in found.copies { print("\(group.records.count) copies of \(group.records[0].displayName)") }
/// for group in found.conflicts { print("conflicting: \(group.records.map(\.displayName))") }
/// ```
public struct Duplicates<Element> {
  /// All groups, in the order in which the input completes their first pair.
  public internal(set) var groups: [RecordGroup<Element>] = []
  /// Records without an id, which cannot be compared.
  public internal(set) var withoutIdentity: [Element] = []

  /// Whether no record occurs more than once, as far as records have an identity.
  public var isEmpty: Bool { groups.isEmpty }
  /// Records that occur several times with the same content.
  public var copies: [RecordGroup<Element>] { groups.filter { $0.relation == .copies } }
  /// Records that occur in several versions: the first record of each version.
  public var versions: [RecordGroup<Element>] { groups.filter { $0.relation == .versions } }
  /// Records that occur in one version with several contents: the first record of each content. Includes those that may
  /// come from several servers.
  public var conflicts: [RecordGroup<Element>] {
    groups.filter { $0.relation == .conflict || $0.relation == .possibleConflict }
  }
}

extension Duplicates: Equatable where Element: Equatable {}
extension Duplicates: Sendable where Element: Sendable {}

extension RecordIndex {
  /// All findings, grouped by record, in memory; the index cannot be used afterwards: see ``findings(isSameFile:_:)``.
  package func duplicates<Element>(_ place: (RecordLocation) throws -> Element) throws -> Duplicates<Element> {
    var found = Duplicates<Element>()
    var numbers: [RecordRelation: [RecordLocation: Int]] = [:]
    try findings { finding in
      let element = try place(finding.record)
      guard let relation = RecordRelation.shown[finding.problem], let first = finding.other else {
        found.withoutIdentity.append(element)
        return
      }
      if let number = numbers[relation]?[first] {
        found.groups[number].records.append(element)
      } else {
        numbers[relation, default: [:]][first] = found.groups.count
        found.groups.append(RecordGroup(relation: relation, records: [try place(first), element]))
      }
    }
    return found
  }

  /// Adds a record, under its own identity.
  public func insert(_ record: ClinicalRecord, at location: RecordLocation) {
    insert(record.json, of: record.fhirVersion?.release ?? .unknown, at: location, source: record.identifyingSource)
  }

  /// Adds the records of a value on the tape, each under the identity that it would have as a ``ClinicalRecord``.
  package func insert(recordsOn tape: Tape, _ place: RecordPlace, file: Int, origin: RecordOrigin) {
    let release = origin.fhirVersion?.release ?? .unknown
    tape.forEachRecord(in: place, bundles: .published) { resource, _, entry in
      guard tape.text("resourceType", of: resource) != nil else { return }
      let source = RecordIdentity.source(
        of: resource, on: tape, entry: entry, givenSource: origin.source, release: release)
      insert(
        tape, resource: resource, entry: .none, file: file, offset: place.inputOffset(tape.offset(resource)),
        source: source, release: release)
    }
  }
}

extension Sequence<ClinicalRecord> {
  /// Finds the records that occur more than once: copies, versions of one record, and conflicting contents.
  ///
  /// ```swift
  /// let found = try (march.records + april.records).duplicates()
  /// ```
  ///
  /// Two records are the same if source, resource type and id are equal: see ``RecordIdentity``. Records of different
  /// sources are never the same. Time is linear in the number of records; the search keeps 64 bytes for each, besides
  /// the record. For records that do not fit in memory, use `RecordFiles.duplicates()` or a ``RecordIndex``.
  ///
  /// - Parameter budget: the memory for those 64 bytes of all records; more than that goes to a temporary file.
  /// - Throws: ``TemporaryFileError`` if memory is exhausted, or a temporary file cannot be written or read.
  public func duplicates(budget: Int = 256 << 20) throws -> Duplicates<ClinicalRecord> {
    let index = RecordIndex(budget: budget)
    var records: [ClinicalRecord] = []
    for record in self {
      index.insert(record, at: RecordLocation(file: 0, offset: records.count))
      records.append(record)
    }
    return try index.duplicates { records[$0.offset] }
  }
}

/// The problems of a record's identity in a run.
public enum IdentityProblem: UInt8, Sendable, CaseIterable {
  /// Another record of the source has an id that differs only in case.
  case caseDiffers
  /// The same record occurs in the same version with different content.
  case conflictingRecord
  /// The same record occurs with the same content.
  case duplicateRecord
  /// The record has no id.
  case missingID
  /// The same record occurs in another version.
  case newerVersion
  /// Different content under the same id, where neither record has a version or a known source: the two may come from
  /// two servers.
  case possibleConflict

  /// The name of the rule that reports the problem.
  public var rule: RuleID { reportedRule.id }

  package var reportedRule: Rule {
    switch self {
    case .caseDiffers: .caseDiffers
    case .conflictingRecord, .possibleConflict: .conflictingRecord
    case .duplicateRecord: .duplicateRecord
    case .missingID: .missingId
    case .newerVersion: .newerVersion
    }
  }

  /// The severity: a conflict between what may be records of two servers is not an error.
  package var severity: Severity { self == .possibleConflict ? .warning : reportedRule.severity }
}

/// A record, and the earlier one that it duplicates or contradicts.
public struct IdentityFinding: Hashable, Sendable {
  /// The problem.
  public var problem: IdentityProblem
  /// The later record.
  public var record: RecordLocation
  /// The earlier record; `nil` for a problem of one record.
  public var other: RecordLocation?

  /// Makes a finding.
  public init(problem: IdentityProblem, record: RecordLocation, other: RecordLocation?) {
    (self.problem, self.record, self.other) = (problem, record, other)
  }
}
