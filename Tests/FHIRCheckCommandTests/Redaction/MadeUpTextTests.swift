import FHIRCheckCommand
import FHIRReporting
import FHIRTestSupport
import Foundation
import Testing

/// Whatever an input chooses is hidden: each text of the records has digits that no report has.
@Suite struct MadeUpTextTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for (name, text) in Self.records { try folder.write(text, to: "in-4711/\(name)") }
    try folder.write(Self.profile, to: "profile.json")
  }

  private static let records = [
    // Types, members, profiles and extensions that the record made up, with the punctuation of paths and pointers.
    "type-7301.json": #"{"resourceType":"[7302731]","id":"7303"}"#,
    "types.ndjson": #"{"resourceType":"731-62-7304","id":"a"}"# + "\n" + #"{"resourceType":"name[7305]","id":"b"}"#,
    "members.json": #"""
    {"resourceType":"Patient","id":"7306","name[7307]":1,"7308":2,"_7309":3,"x/7310":4,"x~7311":5,
     "meta":{"profile":["123-45-7312","7313","at most 7314","http://7315.example.org/7316|7317"]},
     "extension":[{"url":"1985-04-7318","valueString":"7319"},{"url":"urn:7320","extension":[{"url":"7321"}]}],
     "name":[{"7322":{"7323":1},"family":7324,"given":["7325","7325"]}],"gender":"7326","birthDate":"7327-13-01",
     "identifier":[{"system":"7328","value":"7329"}],"contact":[{"relationship":[{"coding":[{"code":"7330"}]}]}]}
    """#,
    // Digits of codes, with the check digits that messages compute.
    "codes.json": #"""
    {"resourceType":"Observation","id":"7331","status":"7332","subject":{"reference":"Patient/7333"},
     "code":{"coding":[{"system":"http://loinc.org","code":"73345-1"},{"system":"http://snomed.info/sct","code":"7336294"}]},
     "valueQuantity":{"value":7337.38,"unit":"7339","system":"http://unitsofmeasure.org","code":"7340"},
     "component":[{"code":{"coding":[{"system":"http://7341","code":"7342","display":"7343"}]},"valueString":7344}]}
    """#,
    "bundle.json": #"""
    {"resourceType":"Bundle","id":"7345","type":"7346","total":7347,"entry":[
     {"fullUrl":"urn:uuid:7348","resource":{"resourceType":"Patient","id":"7349"},"request":{"method":"7350","url":"7351"}},
     {"fullUrl":"http://a.org/Patient/7352","resource":{"resourceType":"7353","id":"7354"}},7355]}
    """#,
    "profiled.json": #"""
    {"resourceType":"Patient","id":"7356","meta":{"profile":["http://example.org/own"]},"active":true,
     "identifier":[{"system":"7357","value":"7358"}],"managingOrganization":{"reference":"#7359"}}
    """#,
    "cut-7360.json": #"{"resourceType":"Patient","id":"7361","7362": "#,
    "copy-7363.json": #"{"resourceType":"Patient","id":"7306","gender":"male"}"#,
  ]

  private static let profile = #"""
    {"resourceType":"StructureDefinition","url":"http://example.org/own","name":"Own","status":"active","kind":"resource",
     "abstract":false,"type":"Patient","baseDefinition":"http://hl7.org/fhir/StructureDefinition/Patient",
     "derivation":"constraint","fhirVersion":"4.0.1","differential":{"element":[{"id":"Patient","path":"Patient"},
     {"id":"Patient.identifier","path":"Patient.identifier","slicing":{"discriminator":[{"type":"value","path":"system"}],
      "rules":"closed"}},
     {"id":"Patient.identifier:one","path":"Patient.identifier","sliceName":"one","min":1},
     {"id":"Patient.identifier:one.system","path":"Patient.identifier.system","min":1,"fixedUri":"urn:one"}]}}
    """#

  /// The made-up digits in a text; places and counts are smaller, and masked digits are zeros.
  private func digits(in text: String) -> [Substring] {
    // Fingerprints are digests, and offsets of bytes are no text of a record.
    let plain = text.replacing(/ingerprints?"\s*:\s*\{?[^},]*/, with: "").replacing(/urn:uuid:[0-9a-f-]+/, with: "")
      .replacing(/sha256-[^']+/, with: "").replacing(/"(rows|kinds)":\[[-,0-9]*\]/, with: "")
      // The page of a rule.
      .replacing("0173068220", with: "")
    return plain.matches(of: /73[0-6][0-9]|4711|3162|6294/).map(\.output)
  }

  @Test(arguments: ["", "--quiet", "--statistics", "--all", "--fhir-version=r4", "--max-issues=3"])
  func noReportShowsThem(_ option: String) throws {
    let reports = try TemporaryFolder()
    var arguments = option.isEmpty ? [] : [option]
    let formats = CommandHarness.formats
    for format in formats { arguments += ["--format", format, "--output", reports.path + "/report." + format] }
    arguments += ["--definitions", folder.path + "/profile.json", folder.path + "/in-4711", "/gone-7364.json"]
    let outcome = CommandHarness().validate(["--redact"] + arguments)
    #expect(outcome.exitCode == .failure)
    #expect(digits(in: outcome.output + outcome.error) == [])
    for format in formats {
      let text = try String(contentsOfFile: reports.path + "/report." + format, encoding: .utf8)
      #expect(digits(in: text) == [], "\(format)")
    }
    // Without redaction they are there: the test can fail.
    let plain = CommandHarness().validate(arguments.filter { !$0.hasPrefix("--max") && $0 != "--quiet" })
    #expect(digits(in: plain.error) == ["7364"])
    let text = try String(contentsOfFile: reports.path + "/report.jsonl", encoding: .utf8)
    #expect(option == "--statistics" || Set(digits(in: text)).count > 30)
  }

  @Test func noSummaryShowsThem() throws {
    try folder.write("PK", to: "in-4711/a.zip")
    for format in ["text", "json", "html"] {
      let arguments = ["summary", "--format", format, "--source", "7365", folder.path + "/in-4711"]
      let outcome = CommandHarness().validate(arguments + ["--redact"])
      #expect(digits(in: outcome.output + outcome.error) == [], "\(outcome.output)")
      #expect(digits(in: CommandHarness().validate(arguments).output).contains("7365"))
    }
  }

  /// The names of counters are no values, but for the addresses in some.
  @Test func theNamesOfCountersStay() throws {
    let page = PackageRoot.url.appending(path: "Sources/FHIRValidation/FHIRValidation.docc/limits.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let names = text.matches(of: /\n\| `([a-z][^`]*)`/).map { ByteText(String($0.output.1)) }
    #expect(names.contains("signatures of cards without a key of the issuer") && names.count > 30)
    let others: [ByteText] = [
      "records of R6, which is not judged", "the rest of clinical documents beyond the limit of size",
    ]
    let redaction = Redaction(ofFiles: [])
    for name in names + others { #expect(redaction.counts([name: 1]) == [name: 1]) }
  }

  @Test func theWordsOfAMessageStay() throws {
    let path = folder.path + "/in-4711/codes.json"
    let outcome = CommandHarness().validate("--redact", "--format=concise", "--fhir-version=r4", path)
    #expect(outcome.output.contains("expected the check digit [number 1] behind [number 6], found \"[number 7]\""))
    let missing = try folder.write(#"{"resourceType":"Observation","id":"a","status":"final"}"#, to: "b.json")
    let cardinality = CommandHarness().validate("--redact", "--format=concise", missing)
    #expect(cardinality.output.contains("'code', which Observation must have (1..1), found none"))
  }
}
