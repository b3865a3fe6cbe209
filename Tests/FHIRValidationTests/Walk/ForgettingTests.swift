import FHIRTestSupport
import Testing

@testable import FHIRValidation

/// The caches of a validator can be freed without a change in the findings.
struct ForgettingTests {
  private static let record = Array(
    """
    { "resourceType": "Observation", "status": "final", "subject": { "reference": "Patient/a" }, "code": { "coding": [
      { "system": "http://loinc.org", "code": "29463-8" }, { "system": "http://loinc.org", "code": "29463-7" } ] } }
    """.utf8)

  @Test func cachesAreFreed() {
    let validator = Validator.insisting()
    let first = validator.validate(Self.record).findings
    #expect(first.count == 1)
    #expect(validator.idleWalkers == 1 && validator.idleMemories == 1)
    validator.forget()
    #expect(validator.idleWalkers == 0 && validator.idleMemories == 0)
    #expect(validator.validate(Self.record).findings == first)
    #expect(validator.idleWalkers == 1)
  }

  @Test func aRunUnderWayLeavesNothingBehind() {
    let validator = Validator.insisting()
    Self.record.withUnsafeBytes { bytes in
      _ = validator.validate(bytes, visit: { _ in validator.forget() })
    }
    #expect(validator.idleWalkers == 0 && validator.idleMemories == 0)
    _ = validator.validate(Self.record)
    #expect(validator.idleWalkers == 1 && validator.idleMemories == 1)
  }

  /// The bytes of a large input are not kept, nor is more than one run's memory for runs one after another.
  @Test func aLargeInputLeavesNoMemory() {
    let validator = Validator.insisting()
    for _ in 0..<3 { _ = validator.validate(Self.record) }
    #expect(validator.idleMemories == 1)
    let spaces = [UInt8](repeating: UInt8(ascii: " "), count: WalkerPool.smallInput + 1)
    #expect(validator.validate(spaces + Self.record).findings.count == 1)
    #expect(validator.idleMemories == 0)
  }
}
