import FHIRValidation
import Testing

struct InvalidRxnormTests {
  static let system = "http://www.nlm.nih.gov/research/umls/rxnorm"

  @Test(arguments: ["1191", "1049502", "10831180"])
  func acceptsNumbers(code: String) { expectCoding(Self.system, code) }

  @Test(arguments: ["C0004057", "01191", "0", "123456789", "1191.0", "aspirin"])
  func reportsAnythingElse(code: String) {
    expectCoding(
      Self.system, "«\(code)»", .invalidRxnorm,
      "expected a concept identifier of RxNorm, a number of up to eight digits, found \"\(code)\"")
  }
}
