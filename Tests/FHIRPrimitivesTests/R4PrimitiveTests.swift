import FHIRPrimitives
import Testing

/// Where R4's grammars differ from DSTU2's: <https://hl7.org/fhir/R4/datatypes.html>.
@Suite("R4's primitives")
struct R4PrimitiveTests {
  private let date: PrimitiveCheck = { DateGrammar.check($0, $1, []) }
  private let dateTime: PrimitiveCheck = { DateTimeGrammar.check($0, $1, .leapSecond) }
  private let instant: PrimitiveCheck = { InstantGrammar.check($0, $1, .leapSecond) }
  private let time: PrimitiveCheck = { TimeGrammar.check($0, $1, .leapSecond) }
  private let decimal: PrimitiveCheck = { DecimalGrammar.checkScientific($0, $1) }
  private let oid: PrimitiveCheck = { OIDGrammar.checkBranched($0, $1) }
  private let canonical: PrimitiveCheck = { CanonicalGrammar.check($0, $1) }

  @Test("years from 0001 to 9999 without a sign")
  func years() {
    for check in [date, dateTime] {
      expect(.none, for: ["2018", "1973-06", "1905-08-23", "0001", "9999-12-31", "2024-02-29"], check)
      expect(.dateMalformed, for: ["-2018", "-0044-03-15", "+2018", "12018"], check)
      expect(.yearZero, for: ["0000", "0000-01-01"], check)
      expect(.dayNotInMonth, for: ["2023-02-29", "2018-04-31"], check)
      expect(.dayOutOfRange, for: ["2018-04-00", "2018-04-32"], check)
    }
    expect(.dateMalformed, for: ["-2018-01-01T00:00:00Z"], instant)
  }

  @Test("leap seconds in any minute, and no hour 24")
  func leapSeconds() {
    expect(.none, for: ["2016-12-31T23:59:60Z", "2016-12-31T15:59:60.5-08:00"], dateTime)
    expect(.none, for: ["2016-12-31T23:59:60Z", "2015-02-07T13:28:17.239+02:00"], instant)
    expect(.none, for: ["23:59:60", "23:59:60.25", "00:00:00"], time)
    expect(.secondOutOfRange, for: ["23:59:61"], time)
    expect(.secondOutOfRange, for: ["2016-12-31T23:59:61Z"], dateTime)
    expect(.hour24, for: ["24:00:00"], time)
    expect(.hour24, for: ["2015-02-07T24:00:00Z"], dateTime)
    expect(.missingSeconds, for: ["2015-02-07T13:28Z"], dateTime)
    expect(.missingZone, for: ["2015-02-07T13:28:17"], dateTime)
    expect(.instantWithoutTime, for: ["2015", "2015-02-07"], instant)
  }

  @Test("decimals with an exponent")
  func exponents() {
    expect(.none, for: ["0", "-1.50", "1e2", "1E2", "1.5e-3", "-0.1E+10", "0e0", "1e00"], decimal)
    expect(
      .numberMalformed, for: ["1e", "1e+", "1e2.5", "1e2e3", "1ex", ".5e1", "1.e2", "-e2", "1e 2", "1e--2"], decimal)
    expect(.leadingZero, for: ["01e2", "00"], decimal)
    expect(.plusSign, for: ["+1e2"], decimal)
    expect(.empty, for: [""], decimal)
  }

  @Test("OIDs of two numbers at least")
  func oids() {
    expect(.none, for: ["urn:oid:1.2", "urn:oid:1.2.3.4.5", "urn:oid:0.39", "urn:oid:2.999"], oid)
    expect(.oidRoot, for: ["urn:oid:1", "urn:oid:2", "urn:oid:3.1", "urn:oid:1.40"], oid)
    expect(.oidArc, for: ["urn:oid:1.", "urn:oid:1.02", "urn:oid:"], oid)
    expect(.oidPrefix, for: ["1.2.3"], oid)
  }

  @Test("canonical URLs with a version and a fragment")
  func canonicals() {
    expect(
      .none,
      for: [
        "http://hl7.org/fhir/ValueSet/my-valueset", "http://hl7.org/fhir/ValueSet/my-valueset|0.8", "urn:oid:1.2.3|2",
        "http://hl7.org/fhir/StructureDefinition/x|4.0.1#a", "http://hl7.org/fhir/StructureDefinition/x#a", "#vs1",
        "urn:uuid:53fefa32-fcbb-4ff8-8a92-55ee120877b7|1", "http://x.org/y|1.0~beta", "http://x.org/y#a|1",
      ], canonical)
    expect(.canonicalVersion, for: ["http://x.org/y|", "http://x.org/y|#a", "http://x.org/y|1|2"], canonical)
    expect(.uriWhiteSpace, for: ["http://x.org/y|1 0", "http://x.org/ y|1", " http://x.org/y|1"], canonical)
    expect(.uriFragment, for: ["http://x.org/y#a|1#b", "http://x.org/y|1#a#b"], canonical)
    expect(.uriCharacter, for: ["|1", "http://x.org/{y}|1"], canonical)
    expect(.oidArc, for: ["urn:oid:1.02|1"], canonical)
    expect(.controlCharacter, for: ["http://x.org/y|1\u{1}"], canonical)
    expect(.empty, for: [""], canonical)
  }
}
