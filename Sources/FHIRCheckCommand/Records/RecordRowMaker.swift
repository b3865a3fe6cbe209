import ClinicalRecords
import FHIRDiagnostics
import FHIRReporting
import FHIRSchema
import FHIRTape
import FHIRValidation

/// Makes the rows of records.
struct RecordRowMaker: RowMaker {
  private let columns: [RecordColumn]
  private let key: FingerprintKey
  private let needs: RecordCells.Needs
  private let needsClassification: Bool
  private let needsIdentity: Bool
  private let classifier = Classifier()

  init(_ columns: [RecordColumn], key: FingerprintKey) {
    (self.columns, self.key) = (columns, key)
    needs = RecordCells.Needs(columns)
    needsClassification = columns.contains { $0 == .clinicalType || $0 == .noClinicalType }
    needsIdentity = columns.contains { $0 == .identity || $0.isDigest }
  }

  var needsMedications: Bool { needs.concept }

  func row(of record: VisitedRecord, source: String?, _ medications: BundledMedications) -> RecordRow {
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
    let texts = columns.map { column -> String? in
      switch column {
      case .release: return record.release.name
      case .releaseToldBy: return record.reason.rawValue
      case .source: return MaskedAddress.text(cells.source(given: source, release: record.release))
      case .clinicalType: return classification?.clinicalType?.rawValue
      case .noClinicalType: return classification?.reason?.rawValue
      case .identity: return identity?.standing.rawValue
      case .identityDigest: return identity?.fingerprints?.folded.text
      case .idDigest: return identity?.fingerprints.map { String(hexadecimal: $0.id) }
      case .versionDigest: return identity?.fingerprints.map { String(hexadecimal: $0.version) }
      case .contentDigest: return identity?.fingerprints?.content.text
      default:
        var cell: [UInt8] = []
        cells.append(column, to: &cell)
        return String(decoding: cell, as: UTF8.self)
      }
    }
    return RecordRow(range: record.place.inputRange(tape.range(index)), texts: texts.map { $0 ?? "" })
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
