import FHIRFindings
import FHIRSchema
import FHIRTape
import FHIRTestSupport
import Testing

@testable import FHIRValidation

/// Values that were found valid are not judged again, which must not change the findings.
struct RepeatedValuesTests {
  /// A finding with its place relative to an offset.
  static func moved(_ finding: Finding, from start: Int) -> Finding {
    var finding = finding
    finding.range = SourceRange(start: finding.range.start - start, end: finding.range.end - start)
    return finding
  }

  /// Examples that can be in an array: one document each, without limits of the whole run and rules that report once.
  static let examples = RuleCatalog.validation.rules
    .filter { !["json", "limit"].contains($0.id.group) && $0.id != Rule.missingNamespace.id }
    .flatMap { [$0.explanation.bad, $0.explanation.good] }
    .filter { $0.hasPrefix("{") && Validator.insisting().validate(Array($0.utf8)).tally.records == 1 }

  @Test func thereAreExamples() { #expect(Self.examples.count > 200) }

  @Test(arguments: examples)
  func eachCopyOfARecordIsJudgedAlike(example: String) {
    let bytes = Array(example.utf8)
    let copies = 3
    let whole =
      [UInt8(ascii: "[")] + Array([[UInt8]](repeating: bytes, count: copies).joined(separator: [0x2C])) + [0x5D]
    let result = Validator.insisting().validate(whole)
    let single = Validator.insisting().validate([UInt8(ascii: "[")] + bytes + [UInt8(ascii: "]")])
    for copy in 0..<copies {
      let start = 1 + copy * (bytes.count + 1)
      let own = result.findings.filter { start..<start + bytes.count ~= $0.range.start }
      #expect(own.map { Self.moved($0, from: start) } == single.findings.map { Self.moved($0, from: 1) })
    }
    #expect(result.findings.count == copies * single.findings.count)
    #expect(result.tally.notChecked == single.tally.notChecked.mapValues { $0 * copies })
  }

  @Test func aFaultThatARepeatedValueHasIsFoundEachTime() {
    let observation = Self.observation("{}").replacing(
      #"{ "text": "x" }, "subject": {}"#,
      with: #"{ "text": "Weight", "coding": [{ "system": "http://loinc.org", "code": «"29463-8"» }] }"#)
    expectFindings(
      in: Self.bundle((0..<3).map { ("urn:uuid:0b2c7a52-3e5e-4a0c-9a5e-00000000000\($0)", observation) }),
      (0..<3).map {
        ExpectedFinding(
          .invalidLoinc, path: "Bundle.entry[\($0)].resource.code.coding[0].code", messageContains: "check digit")
      })
  }

  @Test func aVitalSignIsKnownInARepeatedCode() {
    func observation(_ unit: String) -> String {
      """
      { "resourceType": "Observation", "status": "final", "code": {
          "text": "Weight", "coding": [{ "system": "http://loinc.org", "code": "29463-7" }] },
        "valueQuantity": { "value": 1, "system": "http://unitsofmeasure.org", "code": \(unit) } }
      """
    }
    expectFindings(
      in:
        "[\(observation("\"kg\"")), \(observation("«\"cm\"»")), \(observation("\"kg\"")), \(observation("«\"cm\"»"))]",
      [1, 3].map { _ in
        ExpectedFinding(
          .wrongDimension, path: "Observation.value.ofType(Quantity).code", messageContains: "a unit of mass")
      })
  }

  // MARK: - References

  /// A Bundle; each entry has a fullUrl and the members of a resource.
  static func bundle(_ entries: [(url: String, resource: String)]) -> String {
    let entries = entries.map { #"{ "fullUrl": "\#($0.url)", "resource": { \#($0.resource) } }"# }
    return #"{ "resourceType": "Bundle", "type": "collection", "entry": [\#(entries.joined(separator: ","))] }"#
  }

  static func observation(_ subject: String, _ more: String = "") -> String {
    #""resourceType": "Observation", "status": "final", "code": { "text": "x" }, "subject": \#(subject)\#(more)"#
  }

  static func unresolved(_ document: String) -> Int {
    Validator.insisting().validate(Array(document.utf8)).tally.notChecked["existence of reference targets"] ?? 0
  }

  @Test func aRelativeReferenceIsResolvedForEachEntry() {
    let subject = #"{ "reference": "Patient/1", "display": "The patient" }"#
    let document = Self.bundle([
      ("http://one.example/Patient/1", #""resourceType": "Patient", "id": "1""#),
      ("http://one.example/Observation/2", Self.observation(subject, #", "id": "2""#)),
      ("http://two.example/Observation/3", Self.observation(subject, #", "id": "3""#)),
      ("http://one.example/Observation/4", Self.observation(subject, #", "id": "4""#)),
    ])
    #expect(Self.unresolved(document) == 1)
  }

  @Test func anAbsoluteReferenceIsResolvedEachTime() {
    let patient = "urn:uuid:0b2c7a52-3e5e-4a0c-9a5e-1d2f3a4b5c6d"
    let elsewhere = #"{ "reference": "http://two.example/Patient/9" }"#
    let here = #"{ "reference": "\#(patient)" }"#
    let document = Self.bundle(
      [(patient, #""resourceType": "Patient""#)]
        + [here, elsewhere, here, elsewhere, here, elsewhere].enumerated().map {
          ("urn:uuid:0b2c7a52-3e5e-4a0c-9a5e-00000000000\($0)", Self.observation($1))
        })
    #expect(Self.unresolved(document) == 3)
  }

  @Test func aLocalReferenceIsLookedUpInEachResource() {
    let subject = ##"{ "display": "The patient", "reference": "#p" }"##
    let marked = ##"{ "display": "The patient", "reference": «"#p"» }"##
    let contained = #", "contained": [{ "resourceType": "Patient", "id": "p" }]"#
    expectFindings(
      in: Self.bundle([
        ("http://one.example/Observation/1", Self.observation(subject, #", "id": "1""# + contained)),
        ("http://one.example/Observation/2", Self.observation(marked, #", "id": "2""#)),
        ("http://one.example/Observation/3", Self.observation(subject, #", "id": "3""# + contained)),
      ]),
      [
        ExpectedFinding(
          Rule.invariant("ref-1"), path: "Bundle.entry[1].resource.subject.reference", messageContains: "'p'")
      ])
  }

  @Test func aBundleInABundleHasEntriesOfItsOwn() {
    let patient = "urn:uuid:0b2c7a52-3e5e-4a0c-9a5e-1d2f3a4b5c6d"
    let subject = #"{ "reference": "\#(patient)", "display": "The patient" }"#
    let marked = #"{ "reference": «"\#(patient)"», "display": "The patient" }"#
    let inner = Self.bundle([("urn:uuid:0b2c7a52-3e5e-4a0c-9a5e-000000000003", Self.observation(marked))])
    expectFindings(
      in: Self.bundle([
        (patient, #""resourceType": "Patient""#),
        ("urn:uuid:0b2c7a52-3e5e-4a0c-9a5e-000000000001", Self.observation(subject)),
        ("urn:uuid:0b2c7a52-3e5e-4a0c-9a5e-000000000002", String(inner.dropFirst().dropLast())),
        ("urn:uuid:0b2c7a52-3e5e-4a0c-9a5e-000000000004", Self.observation(subject)),
      ]),
      [
        ExpectedFinding(
          .unresolvedReference,
          path: "Bundle.entry[2].resource.entry[0].resource.subject.reference",
          messageContains: "an entry of the Bundle")
      ])
  }

  // MARK: - The memo

  /// Whether a memo recognises a complete text as the value of a member.
  private func isKnown(_ text: String, _ role: UInt32, scope: UInt32 = 0, in memo: ValueMemo) throws -> Bool {
    let tape = TapeOf(text)
    return try withExtendedLifetime(tape) { memo.contains(try #require(tape.key(role, scope: scope))) }
  }

  private func keep(_ text: String, _ role: UInt32, in memo: ValueMemo) throws {
    let tape = TapeOf(text)
    try withExtendedLifetime(tape) { memo.insert(try #require(tape.key(role))) }
  }

  /// A text with padding after it, and its tape.
  final class TapeOf {
    private var builder = TapeBuilder(maximumDepth: 10)
    private var buffer: PaddedBuffer

    init(_ text: String) {
      buffer = PaddedBuffer(capacity: text.utf8.count)
      Array(text.utf8).withUnsafeBufferPointer { bytes in
        if let start = bytes.baseAddress { buffer.append(start, count: bytes.count) }
      }
      _ = builder.read(buffer.bytes, from: 0, to: buffer.count)
    }

    func key(_ role: UInt32, scope: UInt32 = 0) -> ValueMemo.Key? {
      ValueMemo.Key(builder.tape(over: buffer.bytes), .root, as: role, scope: scope)
    }
  }

  @Test func findsTheSameBytesOfTheSameMemberOnly() throws {
    let memo = ValueMemo()
    defer { memo.deallocate() }
    let value = #"{"text": "Body weight", "id": "a"}"#
    try keep(value, 7, in: memo)
    #expect(try isKnown(value, 7, in: memo))
    #expect(try !isKnown(value, 8, in: memo))
    for place in value.utf8.indices where value[place].isLetter {
      var other = value
      other.replaceSubrange(place...place, with: "z")
      #expect(try !isKnown(other, 7, in: memo))
    }
    #expect(try !isKnown(#"{"text": "Body weight", "id": "ab"}"#, 7, in: memo))
    #expect(try !isKnown(value, 7, scope: 1, in: memo))
    #expect(memo.beginScope() != memo.beginScope())
  }

  @Test func keepsNeitherTheShortestNorTheLongest() {
    #expect(TapeOf(#"{"text": "abcd"}"#).key(1) != nil)
    #expect(TapeOf(#"{"text": "abc"}"#).key(1) == nil)
    #expect(TapeOf(#"{"text": "\#(String(repeating: "a", count: 988))"}"#).key(1) != nil)
    #expect(TapeOf(#"{"text": "\#(String(repeating: "a", count: 989))"}"#).key(1) == nil)
  }

  @Test func forgetsWhenItIsFullAndNeverMistakesOneForAnother() throws {
    let memo = ValueMemo()
    defer { memo.deallocate() }
    func text(_ number: Int, _ word: String = "number") -> String {
      #"{"text": "\#(word) \#(number) \#(String(repeating: "x", count: number % 90))"}"#
    }
    for number in 0..<4_000 {
      try keep(text(number), UInt32(number % 5), in: memo)
      #expect(try isKnown(text(number), UInt32(number % 5), in: memo))
    }
    for number in 0..<4_000 {
      #expect(try !isKnown(text(number), UInt32(number % 5 + 1), in: memo))
      #expect(try !isKnown(text(number, "member"), UInt32(number % 5), in: memo))
    }
    // There is room for a thousand.
    #expect(try (0..<4_000).count { try isKnown(text($0), UInt32($0 % 5), in: memo) } <= 1_024)
  }
}
