import ClinicalRecords
import FHIRDiagnostics
import FHIRReporting
import FHIRSchema
import FHIRTape
import FHIRValidation

/// A row of the table while its record's findings are still to come.
struct RecordRow {
  /// The bytes of the record in the input.
  let range: SourceRange
  let label: RecordLabel
  /// The cells of the columns that the record itself tells, packed.
  var cells: PackedCells
  var errors = 0
  var warnings = 0

  /// The rule under which a row travels through the loop that findings go through.
  static let rule = RuleID(rawValue: "records/row")

  /// The row as a finding, so that it gets its file, its line and its order.
  var diagnostic: Diagnostic {
    var cells = cells
    cells.append(String(errors))
    cells.append(String(warnings))
    return Diagnostic(
      rule: RecordRow.rule, severity: .information, range: range, path: "", message: cells.text, record: label)
  }
}

/// Makes rows of the records that pass by.
struct RecordRowMaker {
  let columns: [RecordColumn]
  let key: FingerprintKey
  private let asks: Asks
  private let classifier = Classifier()

  /// What the columns need.
  private struct Asks {
    var classification = false
    var concept = false
    var measurement = false
    var identity = false
    var source = false
  }

  /// - Parameter columns: those of the record itself; see ``RecordColumn/isOfRecord``.
  init(_ columns: [RecordColumn], key: FingerprintKey) {
    self.columns = columns
    self.key = key
    var asks = Asks()
    for column in columns {
      switch column {
      case .clinicalType, .noClinicalType: asks.classification = true
      case .code, .system, .display: asks.concept = true
      case .valueType, .value, .comparator, .unit, .rangeLow, .rangeHigh, .range, .interpretation:
        asks.measurement = true
      case .identity, .identityDigest, .idDigest, .versionDigest, .contentDigest: asks.identity = true
      case .source: asks.source = true
      default: break
      }
    }
    self.asks = asks
  }

  /// - Parameter source: the name of the source that came with the input.
  func row(of record: VisitedRecord, source: String?) -> RecordRow {
    let (tape, index) = (record.tape, record.index)
    let cells = RecordCells(tape, at: index, typeIndex: record.typeIndex)
    let labels = RecordNames(tape, at: index, typeIndex: record.typeIndex)
    let classification =
      asks.classification
      ? classifier.classify(tape, at: index, typeIndex: record.typeIndex, release: record.release) : nil
    let concept = asks.concept ? cells.concept : nil
    let coding = concept?.codings.first { $0.code != nil }
    let measurement = asks.measurement ? cells.measurement : nil
    let identity =
      asks.identity
      ? IdentityFingerprints.of(
        tape, resource: index, entry: record.entry, source: source, release: record.release, key: key) : nil
    let digests = identity?.fingerprints
    var packed = PackedCells()
    for column in columns {
      switch column {
      case .release: packed.append(record.release.name)
      case .releaseToldBy: packed.append(record.reason.rawValue)
      case .source:
        let name = RecordIdentity.source(
          of: index, on: tape, entry: record.entry, givenSource: source, release: record.release)
        packed.append(name.isEmpty ? nil : MaskedAddress.text(name))
      case .resourceType: packed.append(labels.resourceType)
      case .id: packed.append(labels.id)
      case .versionId: packed.append(labels.versionId)
      case .lastUpdated: packed.append(labels.lastUpdated)
      case .clinicalType: packed.append(classification?.clinicalType?.rawValue)
      case .noClinicalType: packed.append(classification?.reason?.rawValue)
      case .medicationType: packed.append(cells.medicationType)
      case .patient: packed.append(cells.patient)
      case .status: packed.append(cells.status)
      case .category: packed.append(cells.category)
      case .code: packed.append(coding?.code)
      case .system: packed.append(coding?.system)
      case .display: packed.append(concept?.name)
      case .start: packed.append(cells.start)
      case .end: packed.append(cells.end)
      case .issued: packed.append(cells.issued)
      case .valueType: packed.append(measurement?.value?.typeName)
      case .value: packed.append(measurement?.value?.text)
      case .comparator: packed.append(measurement?.quantity?.comparator)
      case .unit: packed.append(measurement?.quantity.flatMap { $0.unit ?? $0.code })
      case .rangeLow: packed.append(measurement?.referenceRanges.first?.low?.number?.text)
      case .rangeHigh: packed.append(measurement?.referenceRanges.first?.high?.number?.text)
      case .range: packed.append(measurement?.rangeText)
      case .interpretation: packed.append(measurement?.interpretationText)
      case .components: packed.append(cells.components)
      case .identity: packed.append(identity?.standing.rawValue)
      case .identityDigest: packed.append(digests.map { $0.folded.hexadecimal })
      case .idDigest: packed.append(digests.map { $0.id.hexadecimal })
      case .versionDigest: packed.append(digests.map { $0.version.hexadecimal })
      case .contentDigest: packed.append(digests.map { $0.content.hexadecimal })
      case .file, .line, .column, .byteOffset, .byteLength, .errors, .warnings: break
      }
    }
    let range = tape.range(index)
    return RecordRow(
      range: SourceRange(
        start: record.place.inputOffset(range.lowerBound), end: record.place.inputOffset(range.upperBound)),
      label: RecordLabel(resourceType: labels.resourceType ?? "", id: labels.id), cells: packed)
  }
}

/// Cells one behind the other, each with its length, or a dash for one that is empty.
struct PackedCells {
  private var bytes: [UInt8] = []

  init() {}

  mutating func append(_ cell: String?) {
    guard var cell else { return bytes.append(UInt8(ascii: "-")) }
    bytes.append(contentsOf: String(cell.utf8.count).utf8)
    bytes.append(UInt8(ascii: ":"))
    cell.withUTF8 { bytes.append(contentsOf: $0) }
  }

  /// All of them as one text.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The cells of a text.
  static func cells(of text: String) -> [Substring?] {
    var cells: [Substring?] = []
    let bytes = text.utf8
    var next = bytes.startIndex
    while next < bytes.endIndex {
      if bytes[next] == UInt8(ascii: "-") {
        cells.append(nil)
        next = bytes.index(after: next)
        continue
      }
      var count = 0
      while bytes[next] != UInt8(ascii: ":") {
        count = count * 10 + Int(bytes[next] - UInt8(ascii: "0"))
        next = bytes.index(after: next)
      }
      let start = bytes.index(after: next)
      next = bytes.index(start, offsetBy: count)
      cells.append(text[start..<next])
    }
    return cells
  }
}

extension FixedWidthInteger {
  /// All digits, so that texts sort as numbers do.
  fileprivate var hexadecimal: String {
    let text = String(self, radix: 16)
    return String(repeating: "0", count: Self.bitWidth / 4 - text.utf8.count) + text
  }
}

extension Fingerprint {
  fileprivate var hexadecimal: String { low.hexadecimal + high.hexadecimal }
}
