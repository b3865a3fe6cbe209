import FHIRFindings
import FHIRProfiles
import FHIRTape
import FHIRTestSupport
import Testing

@testable import FHIRValidation

/// A walker that has judged one input judges the next as a new one would.
struct WalkerPoolTests {
  private static let patient = #"{"resourceType":"Patient","birthDate":"1974-13","active":1}"#
  private static let narrative =
    #"{"resourceType":"Patient","text":{"status":"generated","div":"<div><p>a</p></div>"}}"#

  /// Inputs that leave something in a walker: open releases and Bundles, ids, nulls, hints and limits.
  static let inputs: [String] =
    [
      "", "[", "null", "\u{FEFF}" + patient, patient, narrative, "[\(narrative),\(narrative)]",
      #"{"resourceType":"Patient","name":[{"given":[null,"a"],"_given":[null]}],"contact":[null]}"#,
      ##"{"resourceType":"Patient","contained":[{"resourceType":"Patient","id":"a"}],"managingOrganization":{"reference":"#b"}}"##,
      #"{"resourceType":"Bundle","type":"document","entry":[{"fullUrl":"urn:uuid:0","resource":\#(patient)}"#,
      #"{"resourceType":"Bundle","type":"batch","entry":[{"fullUrl":"http://a.b/Patient/1","resource":\#(patient)}]}"#,
      #"{"resourceType":"MedicationRequest","status":"active","intent":"order"}"#,
      #"{"resourceType":"MedicationOrder","meta":{"profile":["http://a.b/c"]}}"#,
      #"{"resourceType":"Basic","code":{"text":"a"},"extension":[{"url":"http://a.b/d","valueString":"\u00e9"}]}"#,
      #"{"resourceType":"Rubbish"}"#, #"{"a":{"b":[1]}}"#,
    ] + RepeatedValuesTests.examples.enumerated().filter { $0.offset % 7 == 0 }.map(\.element)

  private func expectAlike(_ found: ValidationResult, _ expected: ValidationResult, _ input: String) {
    #expect(found.findings == expected.findings, "\(input)")
    #expect(found.findings.map(\.path) == expected.findings.map(\.path), "\(input)")
    #expect(found.findings.map(\.record) == expected.findings.map(\.record), "\(input)")
    #expect(found.tally == expected.tally, "\(input)")
  }

  @Test func noInputChangesTheNext() {
    let validator = Validator()
    for (number, first) in Self.inputs.enumerated() {
      // Each input follows several others.
      for place in [number * 5 + 3, number * 11 + 7] {
        let second = Self.inputs[place % Self.inputs.count]
        _ = validator.validate(Array(first.utf8))
        let bytes = Array(second.utf8)
        expectAlike(validator.validate(bytes), Validator().validate(bytes), first + " then " + second)
      }
    }
    // A second one judges documents again by the other releases that they fit.
    #expect(validator.idleWalkers == 2)
  }

  @Test func anInputThatIsReadInPartChangesNothing() throws {
    let validator = Validator()
    for input in Self.inputs {
      do {
        let cursor = try validator.cursor(over: MemoryPieces(Array("[\(Self.patient),\(input)]".utf8), piece: 64))
        _ = try cursor.next()
      }
      let bytes = Array(input.utf8)
      expectAlike(validator.validate(bytes), Validator().validate(bytes), input)
    }
    // A second one judges documents again by the other releases that they fit.
    #expect(validator.idleWalkers == 2)
  }

  @Test func findingsThatAreOnlyCountedChangeNothing() {
    let validator = Validator()
    for input in Self.inputs {
      let bytes = Array(input.utf8)
      bytes.withUnsafeBytes {
        _ = validator.validate($0, hints: ReleaseHints(), batchSize: nil, keepsFindings: false, visit: nil) { _ in }
      }
      expectAlike(validator.validate(bytes), Validator().validate(bytes), input)
    }
  }

  /// A walker is made anew after a large input, with the good values and releases of the old one.
  @Test func aLargeInputLeavesAUsableWalker() {
    let validator = Validator()
    let padding = String(repeating: " ", count: WalkerPool.smallInput)
    let large = "[\(Self.inputs[10...13].joined(separator: ","))\(padding)]"
    for input in Self.inputs {
      _ = validator.validate(Array(large.utf8))
      let bytes = Array(input.utf8)
      expectAlike(validator.validate(bytes), Validator().validate(bytes), input)
    }
    let bytes = Array(large.utf8)
    expectAlike(validator.validate(bytes), Validator().validate(bytes), "large")
  }

  @Test func profileCountsAreThoseOfOneInput() throws {
    let validator = Validator(guides: [try #require(Guide.named("argonaut"))])
    let bytes = Array(Self.patient.utf8)
    let first = validator.validate(bytes)
    #expect(!first.tally.profileCounts.isEmpty)
    #expect(validator.validate(bytes).tally == first.tally)
  }

  @Test func runsAtTheSameTimeHaveWalkersOfTheirOwn() {
    let validator = Validator.insisting()
    let bytes = Array(Self.patient.utf8)
    let expected = Validator.insisting().validate(bytes)
    bytes.withUnsafeBytes { outer in
      let result = validator.validate(outer) { _ in expectAlike(validator.validate(bytes), expected, "inner") }
      expectAlike(result, expected, "outer")
    }
    #expect(validator.idleWalkers == 2)
  }
}
