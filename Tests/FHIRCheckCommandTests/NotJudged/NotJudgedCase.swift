import Foundation
import FHIRTestSupport

/// The files and the command line for a row of the table of what is not judged.
struct NotJudgedCase {
  var files: [String: [UInt8]] = [:]
  /// Options of the command.
  var options: [String] = []
  /// The definitions beside the folder, if any.
  var definitions: String?
  /// The named paths in the folder; the folder itself if there are none.
  var paths: [String] = []
  /// Whether to create a pipe in the folder.
  var hasPipe = false
  /// The content of standard input, if any.
  var piped: [UInt8]?
  /// Whether temporary files cannot be created.
  var lacksTemporaryFiles = false

  init(_ files: [String: String] = [:], options: [String] = [], paths: [String] = []) {
    self.files = files.mapValues { Array($0.utf8) }
    self.options = options
    self.paths = paths
  }

  init(bytes: [String: [UInt8]]) { files = bytes }

  /// An archive with these entries.
  init(zip first: ZipWriter.Entry, _ others: ZipWriter.Entry...) {
    files = ["a.zip": ZipWriter([first] + others).bytes]
  }

  static let record = #"{"resourceType":"Patient","id":"a"}"#
  static let fhirXML = #"<?xml version="1.0"?><Patient xmlns="http://hl7.org/fhir"/>"#

  private typealias Entry = ZipWriter.Entry
  private typealias Make = @Sendable () -> NotJudgedCase

  /// Makes the case of a row; `nil` if there is none.
  static func named(_ name: String) -> NotJudgedCase? {
    (plain[name] ?? packed[name] ?? parts[name] ?? definitions[name])?()
  }

  static let names: Set<String> = Set(plain.keys).union(packed.keys).union(parts.keys).union(definitions.keys)

  private static let plain: [String: Make] = [
    "no-file": { NotJudgedCase() },
    "no-record": { NotJudgedCase(["a.json": "[]"]) },
    "empty": { NotJudgedCase(["a.json": ""]) },
    "other-release": {
      let profile = "http://hl7.org/fhir/5.0/StructureDefinition/Patient"
      let members = #""meta":{"profile":["\#(profile)"]},"id":"bad id!!","foo":1"#
      return NotJudgedCase(["a.json": #"{"resourceType":"Patient",\#(members)}"#])
    },
    "other-release-by-stub": {
      NotJudgedCase([
        "e/export.xml": export(version: "5.0.0", file: "Patient-1.json"), "e/clinical-records/Patient-1.json": record,
      ])
    },
    "other-kind": { NotJudgedCase(["a.xml": fhirXML]) },
    "named-like-json": { NotJudgedCase(["a.json": fhirXML]) },
    "named-by-caller": { NotJudgedCase(["a.xml": fhirXML], paths: ["a.xml"]) },
    "own-report": {
      NotJudgedCase([
        "a.json": """
        {"formatVersion":1,"tool":"fhircheck","version":"0.1.0","release":"","releases":[],"issues":[
        ],"summary":{}}
        """
      ])
    },
    "configuration": { NotJudgedCase([".fhircheck.json": "{}"]) },
    "excluded": { NotJudgedCase([".git/config": "x"], options: ["--exclude=.git"]) },
    "hidden": { NotJudgedCase([".a.json": record]) },
    "special": {
      var found = NotJudgedCase()
      found.hasPipe = true
      return found
    },
    "unreadable": { NotJudgedCase(paths: ["gone.json"]) },
    "endless-pipe": {
      var found = NotJudgedCase(options: ["--max-pipe=1M"])
      found.piped = Array(repeating: UInt8(ascii: " "), count: (1 << 20) + 1)
      return found
    },
    "missing-file": { NotJudgedCase(["e/export.xml": export(version: "1.0.2", file: "Patient-1.json")]) },
    "not-json": { NotJudgedCase(["a.json": #"{"resourceType":"#]) },
    "too-deep": {
      NotJudgedCase(["a.json": String(repeating: "[", count: 300) + String(repeating: "]", count: 300)])
    },
    "not-an-object": { NotJudgedCase(["a.json": "[1]"]) },
    "missing-resource-type": { NotJudgedCase(["a.json": "{}"]) },
    "unknown-resource-type": { NotJudgedCase(["a.json": #"{"resourceType":"Foo","id":"a"}"#]) },
  ]

  private static let packed: [String: Make] = [
    "other-kind-in-archive": { NotJudgedCase(zip: Entry("a.pdf", "%PDF-1.4")) },
    "other-kind-compressed": { NotJudgedCase(bytes: ["a.gz": Deflate.gzip(Array("%PDF-1.7\n".utf8))]) },
    "hidden-in-archive": { NotJudgedCase(zip: Entry(".DS_Store", "x"), Entry("__MACOSX/a.json", record)) },
    "nested-archive": { NotJudgedCase(zip: Entry(Array("b.zip".utf8), ZipWriter([Entry("a.json", record)]).bytes)) },
    "nested-in-gzip": {
      NotJudgedCase(bytes: ["a.gz": Deflate.gzip(ZipWriter([Entry("a.json", record)]).bytes)])
    },
    "link-entry": { NotJudgedCase(zip: changed { $0.mode = 0o120777 }) },
    "unsafe-entry": { NotJudgedCase(zip: Entry("../a.json", record)) },
    "encrypted-entry": { NotJudgedCase(zip: changed { $0.flags |= 1 }) },
    "unsupported-entry": { NotJudgedCase(zip: changed { $0.method = 14 }) },
    "duplicate-entry": { NotJudgedCase(zip: Entry("a.json", record), Entry("a.json", record)) },
    "overlapping-entry": {
      var second = Entry("b.json", record)
      second.offset = 0
      return NotJudgedCase(zip: Entry("a.json", record), second)
    },
    "ratio-entry": { NotJudgedCase(zip: Entry("a.json", String(repeating: " ", count: 20 << 20))) },
    "misplaced-entry": {
      var entry = Entry("a.json", "[1, 2, 3]", stored: true)
      entry.offset = 1
      entry.packedSize -= 1
      return NotJudgedCase(zip: entry)
    },
    "folder-with-data": { NotJudgedCase(zip: Entry("b.json/", record)) },
    "unlisted-entry": {
      var archive = ZipWriter([Entry("a.txt", "x")])
      archive.prefix = Array(ZipWriter([Entry("b.json", record)]).bytes.prefix { _ in true }.dropLast(22))
      return NotJudgedCase(bytes: ["a.zip": archive.bytes])
    },
    "beside-archive": { NotJudgedCase(bytes: ["a.zip": ZipWriter([Entry("a.txt", "x")]).bytes + Array(record.utf8)]) },
    "trailing-data": { NotJudgedCase(bytes: ["a.json.gz": Deflate.gzip(Array(record.utf8)) + Array(record.utf8)]) },
    "nothing-inflated": { NotJudgedCase(bytes: ["a.json.gz": Array(Deflate.gzip(Array(record.utf8)).prefix(11))]) },
    "truncated": { NotJudgedCase(bytes: ["a.json.gz": Array(Deflate.gzip(Array(record.utf8)).dropLast(4))]) },
  ]

  private static let parts: [String: Make] = [
    "identity-failed": {
      let lines = (0..<40_000).map { #"{"resourceType":"Patient","id":"\#($0)"}"# }
      var found = NotJudgedCase(["a.ndjson": lines.joined(separator: "\n")], options: ["--memory=1M"])
      found.lacksTemporaryFiles = true
      return found
    },
    "identity-off": { NotJudgedCase(["a.json": record], options: ["--no-identity", "--fhir-version=dstu2"]) },
    "missing-id": { NotJudgedCase(["a.json": #"{"resourceType":"Patient"}"#]) },
    "value-set": {
      let coding = #"{"system":"urn:oid:2.16.840.1.113883.6.99","code":"en"}"#
      let language = #""communication":[{"language":{"coding":[\#(coding)]}}]"#
      return NotJudgedCase(["a.json": #"{"resourceType":"Patient","id":"a",\#(language)}"#])
    },
    "reference-target": {
      NotJudgedCase([
        "a.json": #"{"resourceType":"Patient","id":"a","managingOrganization":{"reference":"Organization/1"}}"#
      ])
    },
    "extension-definition": {
      NotJudgedCase([
        "a.json": #"{"resourceType":"Patient","id":"a","extension":[{"url":"http://example.org/e","valueCode":"x"}]}"#
      ])
    },
    "profile": {
      NotJudgedCase(["a.json": #"{"resourceType":"Patient","id":"a","meta":{"profile":["http://example.org/p"]}}"#])
    },
    "other-profiles": {
      let lines = (0...1_000).map {
        #"{"resourceType":"Patient","id":"\#($0)","meta":{"profile":["http://example.org/\#($0)"]}}"#
      }
      return NotJudgedCase(["a.ndjson": lines.joined(separator: "\n")])
    },
    "invariant": {
      NotJudgedCase([
        "a.json": #"{"resourceType":"Patient","id":"a","name":[{"period":{"start":1,"end":"2015"}}]}"#
      ])
    },
    "issues-not-listed": {
      NotJudgedCase(
        ["a.json": #"{"resourceType":"Patient","id":"a","x":1}"#], options: ["--max-issues=0", "--fhir-version=dstu2"])
    },
    "issues-of-a-record": {
      let members = (0..<1_100).map { ",\"x\($0)\":1" }.joined()
      return NotJudgedCase(["a.json": #"{"resourceType":"Patient","id":"a"\#(members)}"#])
    },
  ]

  /// A record that claims a profile, and the profile, beside the folder.
  private static func profile(_ elements: String, base: String? = nil) -> NotJudgedCase {
    var found = NotJudgedCase([
      "a.json": """
      {"resourceType":"Patient","id":"a","meta":{"profile":["http://example.org/p"]},"name":[{"given":["a","b"]}]}
      """,
      "../p.json": ProfileCase.definition("http://example.org/p", elements, of: "Patient", base: base),
    ])
    found.definitions = "p.json"
    return found
  }

  private static func constraint(_ expression: String) -> String {
    """
    { "path": "Patient", "constraint": [
      { "key": "a", "severity": "error", "human": "h", "expression": "\(expression)" }] }
    """
  }

  private static let definitions: [String: Make] = [
    "definition-unreadable": { profile(#"{ "min": 1 }"#) },
    "definition-base": { profile(#"{ "path": "Patient.name" }"#, base: "http://example.org/nowhere") },
    "definition-part": {
      profile(#"{ "path": "Patient.name", "type": [{ "code": "HumanName", "profile": ["http://example.org/n"] }] }"#)
    },
    "definition-slices": {
      profile(
        #"{ "path": "Patient.name", "slicing": { "rules": "open" } }, { "path": "Patient.name", "sliceName": "a", "min": 1 }"#
      )
    },
    "definition-path": { profile(#"{ "path": "Patient.nickname", "min": 1 }"#) },
    "definition-constraint": { profile(constraint("name.exist()")) },
    "definition-evaluation": { profile(constraint("name.given.single() = 'a'")) },
    "unreadable-card": { NotJudgedCase(bytes: ["a.txt": Array("shc:/1/2/5676".utf8)]) },
    "card-signature": {
      let card = try? PackageRoot.bytes("Samples/health-cards/cards/immunization.smart-health-card")
      return NotJudgedCase(bytes: ["a.smart-health-card": card ?? []])
    },
  ]

  /// One entry with a change.
  private static func changed(_ change: (inout ZipWriter.Entry) -> Void) -> ZipWriter.Entry {
    var entry = Entry("a.json", record)
    change(&entry)
    return entry
  }

  private static func export(version: String, file: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <HealthData locale="en_US">
     <ClinicalRecord type="Patient" identifier="a" sourceName="Clinic" sourceURL="https://example.org/fhir/Patient/a" \
    fhirVersion="\(version)" receivedDate="2021-03-04 05:06:07 +0100" resourceFilePath="/clinical-records/\(file)"/>
    </HealthData>

    """
  }
}
