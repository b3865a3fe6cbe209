import FHIRValidation
import Testing

struct InvalidNdcTests {
  static let system = "http://hl7.org/fhir/sid/ndc"

  @Test(arguments: [
    "0173-0682-20", "50580-449-05", "60575-4112-1", "00173-0682-20", "00173068220", "0173-0682", "50580-449",
    "60575-4112",
  ])
  func acceptsTheForms(code: String) { expectCoding(Self.system, code) }

  @Test(arguments: [
    "0173068220", "173-0682-20", "0173-682-20", "0173-0682-2", "000173-0682-20", "0173-0682-20-1", "0173--0682",
    "-0173-0682-20",
    "0173-0682-2O", "123-4567ab", "1ABCDEFGH234", "001730682201", "NDC 0173", "0173-0682-", "4-4-2",
  ])
  func reportsAnyOther(code: String) {
    expectCoding(Self.system, "«\(code)»", .invalidNdc, "expected digits with hyphens by 4-4-2, 5-3-2, 5-4-1 or 5-4-2")
  }
}
