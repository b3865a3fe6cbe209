import ClinicalRecords
import FHIRDiagnostics
import FHIRReporting
import FHIRSchema
import FHIRTape
import FHIRValidation

/// Makes the rows of records.
struct RecordRowMaker {
  let table: RecordTable
  private let key: FingerprintKey
  let needs: RecordCells.Needs
  private let needsClassification: Bool
  private let needsIdentity: Bool
  private let classifier = Classifier()

  init(_ table: RecordTable, key: FingerprintKey) {
    self.table = table
    self.key = key
    needs = RecordCells.Needs(table.columns)
    needsClassification = table.columns.contains { $0 == .clinicalType || $0 == .noClinicalType }
    needsIdentity = table.columns.contains { $0 == .identity || $0.isDigest }
  }

  /// A text without rows.
  var emptyText: RowText { RowText(runCount: table.runs.count) }

  /// Appends the cells of a record that come from the record itself.
  ///
  /// - Parameter source: the name of the source that came with the input.
  /// - Returns: the bytes of the record in the input.
  func append(
    _ record: VisitedRecord, source: String?, _ medications: BundledMedications, to rows: inout RowText
  ) -> SourceRange {
    let (tape, index) = (record.tape, record.index)
    let cells = RecordCells(
      tape, at: index, typeIndex: record.typeIndex, entry: record.entry, needs: needs, medication: medications[record])
    let classification =
      needsClassification
      ? classifier.classify(tape, at: index, typeIndex: record.typeIndex, release: record.release) : nil
    let identity =
      needsIdentity
      ? IdentityFingerprints.of(
        tape, resource: index, entry: record.entry, source: source, release: record.release, key: key) : nil
    for run in table.runs {
      for number in run {
        let column = table.columns[number]
        let cell = table.form.begin(column, isFirst: number == 0, in: &rows.bytes)
        switch column {
        case .release: rows.append(record.release.name)
        case .releaseToldBy: rows.append(record.reason.rawValue)
        case .source:
          let source = cells.source(given: source, release: record.release)
          if !source.isEmpty { rows.append(MaskedAddress.text(source)) }
        case .clinicalType: rows.append(classification?.clinicalType?.rawValue)
        case .noClinicalType: rows.append(classification?.reason?.rawValue)
        case .identity: rows.append(identity?.standing.rawValue)
        case .identityDigest: rows.append(identity?.fingerprints?.folded)
        case .idDigest: rows.append(hexadecimal: identity?.fingerprints?.id)
        case .versionDigest: rows.append(hexadecimal: identity?.fingerprints?.version)
        case .contentDigest: rows.append(identity?.fingerprints?.content)
        default: cells.append(column, to: &rows.bytes)
        }
        table.form.end(cell, in: &rows.bytes)
      }
      rows.endRun()
    }
    return record.place.inputRange(tape.range(index))
  }
}

extension RecordPlace {
  /// Where a range of the text of a tape is in the input.
  func inputRange(_ range: Range<Int>) -> SourceRange {
    SourceRange(start: inputOffset(range.lowerBound), end: inputOffset(range.upperBound))
  }
}

extension RowText {
  fileprivate mutating func append(_ text: String?) {
    if let text { bytes.append(contentsOf: text.utf8) }
  }

  fileprivate mutating func append(_ fingerprint: Fingerprint?) {
    append(hexadecimal: fingerprint?.low)
    append(hexadecimal: fingerprint?.high)
  }

  /// Appends all sixteen digits, so that texts sort like numbers.
  fileprivate mutating func append(hexadecimal word: UInt64?) {
    if let word { bytes.append(hexadecimal: word, digits: 16) }
  }
}
