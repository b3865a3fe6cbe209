import ClinicalRecords
import FHIRFindings
import FHIRValidation
import FHIRTape
import FHIRTestSupport
import Testing

/// The findings of rules about a whole run, combined with those of the validator as by the command.
enum RunFindings {
  /// Validates inputs, the files of one run, and searches for duplicate records.
  static func findings(in files: [[UInt8]]) throws -> [(rule: RuleID, file: Int, offset: Int, other: RecordLocation?)] {
    let index = RecordIndex(budget: 0)
    var findings: [(rule: RuleID, file: Int, offset: Int, other: RecordLocation?)] = []
    for (file, bytes) in files.enumerated() {
      let result = bytes.withUnsafeBytes { bytes in
        Validator.insisting().validate(bytes) { record in
          index.insert(
            record.tape, resource: record.index, entry: record.entry, file: file,
            offset: record.place.inputOffset(record.tape.offset(record.index)), source: nil,
            release: record.release)
        }
      }
      findings += result.findings.map { ($0.rule, file, $0.range.start, nil) }
    }
    try index.findings {
      findings.append(($0.problem.rule, $0.record.file, $0.record.offset, $0.other))
    }
    return findings
  }
}

/// Checks a run of files with marks at the records at fault and at the earlier records that they name.
///
/// The first mark is the record at fault; a second one, or the first mark of an earlier file, is the record that the
/// finding names.
func expectRunFinding(
  in markedFiles: String..., rule: Rule?, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let files = try markedFiles.map { try MarkedJSON($0) }
  let marks = files.enumerated().flatMap { file, document in
    document.ranges.map { RecordLocation(file: file, offset: $0.start) }
  }
  let findings = try RunFindings.findings(in: files.map(\.bytes))
  #expect(findings.map(\.rule) == (rule.map { [$0.id] } ?? []), sourceLocation: sourceLocation)
  guard let finding = findings.first, rule != nil else { return }
  let record = RecordLocation(file: finding.file, offset: finding.offset)
  #expect((finding.other.map { [$0] } ?? []) + [record] == marks, sourceLocation: sourceLocation)
}
