import ClinicalSources
import FHIRDiagnostics
import FHIRReporting
import FHIRTape

/// A baseline as a file: one finding on each line, sorted, so that diff tools show what has changed.
enum BaselineFile {
  /// Raised when readers of the earlier format cannot read the file.
  private static let version = 1

  static func write(_ contents: Baseline.Contents) -> [UInt8] {
    var bytes: [UInt8] = []
    JSONWriter.appendObject(to: &bytes) { writer in
      writer.member("baselineVersion", version)
      writer.member("tool", "fhircheck")
      writer.member("version", Version.current)
    }
    bytes.removeLast()
    bytes.append(contentsOf: ",\"findings\":[".utf8)
    var separator = "\n"
    func line(_ rule: RuleID, _ key: BaselineKey?, _ count: Int) {
      bytes.append(contentsOf: separator.utf8)
      separator = ",\n"
      JSONWriter.appendObject(to: &bytes) { writer in
        writer.member("rule", rule.rawValue)
        if let key { writer.member("fingerprint", key.text) }
        if key == nil || count > 1 { writer.member("count", count) }
      }
    }
    for rule in Set(contents.findings.keys).union(contents.unlisted.keys).sorted() {
      for (key, count) in (contents.findings[rule] ?? [:]).sorted(by: { $0.key < $1.key }) { line(rule, key, count) }
      if let count = contents.unlisted[rule], count > 0 { line(rule, nil, count) }
    }
    bytes.append(contentsOf: "\n]}\n".utf8)
    return bytes
  }

  /// Reads a baseline.
  static func read(_ path: String) throws(UsageError) -> Baseline.Contents {
    guard let contents = contents(of: try SmallFile.read(path)) else {
      throw UsageError(sentence: "\(path): this is no baseline that fhircheck has written")
    }
    return contents
  }

  private static func contents(of bytes: [UInt8]) -> Baseline.Contents? {
    var buffer = PaddedBuffer(capacity: bytes.count)
    bytes.withUnsafeBufferPointer { if let start = $0.baseAddress { buffer.append(start, count: $0.count) } }
    var builder = TapeBuilder(maximumDepth: 4)
    guard case .value = builder.read(buffer.bytes, from: 0, to: buffer.count) else { return nil }
    let tape = builder.tape(over: buffer.bytes)
    defer { withExtendedLifetime(builder.tape(over: buffer.bytes)) {} }
    guard let known = tape.member("baselineVersion", of: .root), integer(known, tape) == version,
      let list = tape.member("findings", of: .root), tape.tag(list) == .array
    else { return nil }
    var contents = Baseline.Contents()
    for item in tape.items(of: list) {
      guard let rule = tape.member("rule", of: item).flatMap({ string($0, tape) }) else { return nil }
      let id = RuleID(rawValue: rule)
      let count = tape.member("count", of: item).map { integer($0, tape) } ?? 1
      guard let count, count > 0 else { return nil }
      if let place = tape.member("fingerprint", of: item) {
        guard let key = string(place, tape).flatMap({ BaselineKey($0) }) else { return nil }
        contents.findings[id, default: [:]][key, default: 0] += count
      } else {
        contents.unlisted[id, default: 0] += count
      }
    }
    return contents
  }

  private static func string(_ index: TapeIndex, _ tape: Tape) -> String? {
    tape.tag(index) == .string || tape.tag(index) == .escapedString ? tape.string(index) : nil
  }

  private static func integer(_ index: TapeIndex, _ tape: Tape) -> Int? {
    guard tape.tag(index) == .integer else { return nil }
    return Int(
      String(decoding: UnsafeBufferPointer(start: tape.lexeme(index), count: tape.length(index)), as: UTF8.self))
  }
}

/// Identifies a finding in a later run: source, type and id of the record, and what is stable of rule, path and message
/// (``StableFinding``).
///
/// Line numbers, the name of the file, and the index of an entry in its Bundle do not count. Findings with equal keys
/// are distinguished only by their number.
struct BaselineKey: Hashable, Sendable, Comparable {
  let number: UInt64

  init(_ finding: Diagnostic, source: String?) {
    let record = finding.record
    var digest = Digest.of(source ?? "")
    digest = Digest.of(record?.resourceType ?? "", from: digest)
    digest = Digest.of(record?.id ?? "", from: digest)
    number = Digest.mix(
      StableFinding.digest(of: finding, path: PathPattern.belowEntries(finding.path), from: digest))
  }

  /// Parses sixteen digits.
  init?(_ text: String) {
    guard text.utf8.count == 16, let number = UInt64(text, radix: 16) else { return nil }
    self.number = number
  }

  /// Sixteen digits.
  var text: String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  static func < (a: BaselineKey, b: BaselineKey) -> Bool { a.number < b.number }
}
