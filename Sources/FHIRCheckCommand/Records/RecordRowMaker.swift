import ClinicalRecords
import FHIRFindings
import FHIRReporting
import FHIRSchema
import FHIRSupport
import FHIRTape
import FHIRValidation
import ClinicalSources

/// Makes the rows of records.
struct RecordRowMaker: RowMaker {
  private let columns: [RecordColumn]
  private let conditions: [RowCondition]
  private let groups: DuplicateGroups
  private let splitsComponents: Bool
  private let key: FingerprintKey
  private let needs: RecordCells.Needs
  private let needsClassification: Bool
  private let needsIdentity: Bool
  private let classifier = Classifier()

  /// - Parameters:
  ///   - columns: those of the table; the columns of conditions follow them in each row.
  ///   - groups: the records that are there several times, if a column marks them.
  init(_ columns: [RecordColumn], _ invocation: Invocation, _ groups: DuplicateGroups) {
    conditions = invocation.conditions
    let columns = columns + conditions.compactMap(\.cell?.column)
    (self.columns, self.groups, splitsComponents) = (columns, groups, invocation.splitsComponents)
    key = invocation.digestKey ?? .published
    needs = RecordCells.Needs(columns)
    needsClassification = columns.contains { $0 == .clinicalType || $0 == .noClinicalType }
    needsIdentity = columns.contains { $0 == .identity || $0.isDigest }
  }

  func rows(of record: VisitedRecord, in input: RowInput) -> [RecordRow] {
    let (tape, index) = (record.tape, record.index)
    let medication = needs.concept ? input.medication(of: record) : nil
    func cells(_ component: TapeIndex) -> RecordCells {
      RecordCells(
        tape, at: index, typeIndex: record.typeIndex, entry: record.entry, needs: needs, medication: medication,
        component: component)
    }
    let own = cells(.none)
    let classification =
      needsClassification
      ? classifier.classify(tape, at: index, typeIndex: record.typeIndex, release: record.release) : nil
    let identity =
      needsIdentity
      ? IdentityFingerprints.of(
        tape, resource: index, entry: record.entry, source: input.source, release: record.release, key: key) : nil
    let range = record.place.inputRange(tape.range(index))
    let member = groups[RecordLocation(file: input.file, offset: range.start)]
    let isLeftOut = !conditions.allSatisfy { $0.holds(for: record, in: input) }
    func row(_ cells: RecordCells, _ component: Int?, _ range: SourceRange) -> RecordRow {
      let texts = columns.map { column -> String? in
        switch column {
        case .release: return record.release.name
        case .releaseToldBy: return record.reason.rawValue
        case .source: return MaskedAddress.text(cells.source(given: input.source, release: record.release))
        case .clinicalType: return classification?.clinicalType?.rawValue
        case .noClinicalType: return classification?.reason?.rawValue
        case .identity: return identity?.standing.rawValue
        case .identityDigest: return identity?.fingerprints?.folded.text
        case .idDigest: return identity?.fingerprints.map { String(hexadecimal: $0.id) }
        case .versionDigest: return identity?.fingerprints.map { String(hexadecimal: $0.version) }
        case .contentDigest: return identity?.fingerprints?.content.text
        case .card: return input.card?.standing.rawValue
        case .component: return component.map { "\($0)" }
        case .duplicateGroup: return member.map { "\($0.group)" }
        case .duplicateRole: return member?.role
        case .performer: if let name = input.performer(of: record) { return name }
        default: break
        }
        var cell: [UInt8] = []
        cells.append(column, to: &cell)
        return String(decoding: cell, as: UTF8.self)
      }
      return RecordRow(range: range, texts: texts.map { $0 ?? "" }, isLeftOut: isLeftOut)
    }
    let components = splitsComponents ? own.components : []
    return [row(own, nil, range)]
      + components.enumerated().map { number, component in
        row(cells(component), number + 1, record.place.inputRange(tape.range(component)))
      }
  }

  func leavesOut(_ row: RecordRow) -> Bool {
    var number = columns.count - conditions.count { $0.cell != nil }
    for case (let column, let value)? in conditions.map(\.cell) {
      defer { number += 1 }
      switch row.cell(column, number) {
      case .text(let text): if text.byBytes != value.byBytes { return true }
      case .number(let count): if count.map({ "\($0)" }) ?? "" != value { return true }
      }
    }
    return row.isLeftOut
  }
}

extension RecordPlace {
  /// Where a range of the text of a tape is in the input.
  func inputRange(_ range: Range<Int>) -> SourceRange {
    SourceRange(start: inputOffset(range.lowerBound), end: inputOffset(range.upperBound))
  }
}

extension Fingerprint {
  fileprivate var text: String { String(hexadecimal: low) + String(hexadecimal: high) }
}

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
