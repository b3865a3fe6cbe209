import FHIRValidation
import Testing

struct InvalidCvxTests {
  static let system = "http://hl7.org/fhir/sid/cvx"

  @Test(arguments: ["03", "10", "140", "998"])
  func acceptsTwoOrThreeDigits(code: String) { expectCoding(Self.system, code) }

  @Test func reportsOneDigit() {
    expectCoding(
      Self.system, "«3»", .invalidCvx, "expected a code of CVX, two or three digits, such as '03', found \"3\"")
  }

  @Test(arguments: ["1400", "MMR", "0x", "3a"])
  func reportsAnythingElse(code: String) {
    expectCoding(Self.system, "«\(code)»", .invalidCvx, "expected a code of CVX, two or three digits, found")
  }
}
