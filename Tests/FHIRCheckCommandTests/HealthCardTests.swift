import ClinicalSources
import FHIRFindings
import FHIRTestSupport
import Foundation
import Testing

@testable import FHIRCheckCommand

/// Cards as inputs of the commands, with the samples.
@Suite struct HealthCardTests {
  private let cards = PackageRoot.url.appending(path: "Samples/health-cards/cards").path
  private let keys = PackageRoot.url.appending(path: "Samples/health-cards/keys").path

  private func check(_ arguments: String...) -> (ExitCode, [String], String) {
    let outcome = CommandHarness().validate(["check", "--format", "jsonl", "--no-identity"] + arguments)
    let issues = outcome.output.split(separator: "\n").compactMap {
      try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
    let shown = issues.filter { $0["type"] as? String == "issue" && $0["severity"] as? String != "information" }
    let found = shown.map {
      "\($0["line"] ?? ""):\($0["column"] ?? "") \($0["severity"] ?? "") \($0["rule"] ?? "") \($0["path"] ?? "")"
    }
    return (outcome.exitCode, found, issues.last.map { "\($0["verdict"] ?? "") \($0["notChecked"] ?? "")" } ?? "")
  }

  @Test func aCardIsVerified() {
    let (code, issues, end) = check("--keys", keys, cards + "/immunization.smart-health-card")
    #expect(code == .success && issues.isEmpty)
    #expect(end.hasPrefix("valid ") && !end.contains("signatures"))
    #expect(check("--keys", keys, cards + "/laboratory.qr.txt").1.isEmpty)
  }

  /// A card must not have the narrative that dom-6 recommends.
  @Test func aCardNeedsNoNarrative() throws {
    for format in ["jsonl", "text", "html"] {
      let output = CommandHarness().validate(["--format", format, "--keys", keys, cards]).output
      #expect(!output.contains("dom-6") && output.contains("card/revoked"), "\(format)")
    }
    let folder = try TemporaryFolder()
    let path = try folder.write(#"{"resourceType":"Patient","id":"a"}"#, to: "a.json")
    #expect(CommandHarness().validate(path).output.contains("dom-6"))
  }

  @Test func withoutAKeyItIsJudgedAndNotValid() {
    let (code, issues, end) = check(cards + "/immunization.smart-health-card")
    #expect(code == .success && issues.isEmpty)
    #expect(end.hasPrefix("valid-as-far-as-judged ") && end.contains("signatures of cards"))
    #expect(check("--fail-on-unjudged", cards + "/immunization.smart-health-card").0 == .findings)
  }

  /// A card of an issuer whose keys nobody has, with two records.
  private func card(_ immunization: String = "") -> String {
    let records = [
      #"{"resourceType":"Patient","gender":"female"}"#, #"{"resourceType":"Immunization"\#(immunization)}"#,
    ]
    let entries = records.enumerated().map { #"{"fullUrl":"resource:\#($0.offset)","resource":\#($0.element)}"# }
    let bundle = #"{"resourceType":"Bundle","type":"collection","entry":[\#(entries.joined(separator: ","))]}"#
    let payload = Array(
      (#"{"iss":"https://example.org/cards","nbf":1600000000,"vc":{"type":["https://smarthealth.cards#health-card"],"#
        + #""credentialSubject":{"fhirVersion":"4.0.1","fhirBundle":\#(bundle)}}}"#).utf8)
    let size = [UInt8(payload.count & 255), UInt8(payload.count >> 8)]
    let header = #"{"zip":"DEF","alg":"ES256","kid":"\#(String(repeating: "A", count: 43))"}"#
    return [Array(header.utf8), [1] + size + size.map { ~$0 } + payload, [UInt8](repeating: 1, count: 64)]
      .map { Base64URL.text(of: $0) }.joined(separator: ".")
  }

  private func code(of card: String, _ part: String = "") -> String {
    "shc:/" + part + card.utf8.map { $0 < 55 ? "0\($0 - 45)" : "\($0 - 45)" }.joined()
  }

  /// A place where records were expected is lost, as where a text is no JSON.
  @Test(arguments: [
    "shc:/1/2/5676", "shc:/567", #"{"verifiableCredential":["a.b"]}"#, #"{"verifiableCredential":[}"#,
  ])
  func anUnreadableCardIsNotJudged(text: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "a.txt")
    let path = folder.path + "/a.txt"
    let (code, _, end) = check("--ignore", "card/*", path)
    #expect(code == .success && end.hasPrefix("valid-as-far-as-judged "), "\(end)")
    #expect(check("--ignore", "card/*", "--fail-on-unjudged", path).0 == .findings)
    let json = CommandHarness().validate("check", "--format", "json", path).output
    #expect(json.contains(#""notJudged":{"unreadable-card":1}"#))
    #expect(json.contains(#""records":{"found":1,"judged":0,"notJudged":1}"#), "\(json)")
    let summary = CommandHarness().validate("summary", "--format", "json", path).output
    #expect(summary.contains(#""places":{"found":1,"judged":0,"notJudged":1}"#), "\(summary)")
  }

  /// What a card's rules find in a record is a finding of the record.
  @Test func aFindingInARecordIsThatOfTheRecord() throws {
    let folder = try TemporaryFolder()
    let coded =
      #","status":"bad","vaccineCode":{"coding":[{"system":"http://hl7.org/fhir/sid/cvx","code":"208","display":"X"}]}"#
    try folder.write(code(of: card(coded)), to: "a.txt")
    let path = folder.path + "/a.txt"
    let lines = CommandHarness().validate("check", "--format", "jsonl", path).output.split(separator: "\n")
    let found = try #require(lines.first { $0.contains("card/not-minimal") })
    #expect(found.contains(#""resourceType":"Immunization""#) && found.contains(#""release":"r4""#), "\(found)")
    let errors = lines.count { $0.contains(#""severity":"error""#) }
    let rows = CommandHarness().validate("records", "--columns", "resourceType,errors", path).output
    #expect(rows == "resourceType,errors\r\nPatient,0\r\nImmunization,\(errors)\r\n")
    #expect(
      CommandHarness().validate("check", "--format", "operation-outcome", path).output.contains(
        #""expression":["Bundle.entry[1].resource.vaccineCode.coding[0].display"]"#))
  }

  /// Records of a card must not have an id, so that nobody is asked for one.
  @Test func aCardNeedsNoIds() throws {
    let path = cards + "/immunization.smart-health-card"
    let output = CommandHarness().validate("check", "--format", "text", "--keys", keys, path).output
    #expect(!output.contains("identity/missing-id") && output.contains("Valid: no issues"), "\(output)")
    #expect(!CommandHarness().validate("summary", "--format", "json", path).output.contains(#""withoutId":0"#))
  }

  @Test func saysHowManyCardsItDoesNotList() throws {
    let folder = try TemporaryFolder()
    try folder.write([String](repeating: card(), count: 22).joined(separator: "\n"), to: "a.txt")
    #expect(CommandHarness().validate("summary", folder.path).output.contains("    2 more health cards\n"))
    let page = CommandHarness().validate("summary", "--format", "html", folder.path).output
    #expect(page.contains("2 more health cards"))
    try folder.write(card(), to: "a.txt")
    #expect(!CommandHarness().validate("summary", folder.path).output.contains("more health"))
  }

  /// A code that can be read is no fault of a file.
  @Test func aWarningIsNoFaultOfAFile() throws {
    let folder = try TemporaryFolder()
    try folder.write(code(of: card(), "1/1/"), to: "a.txt")
    #expect(check(folder.path).1.contains("1:1 warning card/invalid-chunks "))
    let summary = CommandHarness().validate("summary", folder.path).output
    #expect(!summary.contains("invalid-chunks") && !summary.contains("fault"), "\(summary)")
  }

  /// What a card says that is not to be believed is shown as such, and is never the latest.
  @Test func aPageForAPersonMarksWhatIsNotToBeBelieved() throws {
    func page(_ name: String) -> String {
      CommandHarness().validate("summary", "--format", "html", "--keys", keys, cards + "/" + name).output
    }
    let mark = "of a health card that is not to be believed"
    let (sound, changed) = (page("immunization.smart-health-card"), page("changed.smart-health-card"))
    #expect(sound.contains("The latest: <strong>") && !sound.contains(mark))
    #expect(!changed.contains("The latest: <strong>") && changed.contains(mark))
    #expect(page("revoked.smart-health-card").contains(mark))
    #expect(changed.contains("The signature of a health card is wrong") && !changed.contains("cannot be read"))
  }

  @Test(arguments: [
    ("card/malformed", "cannot be read"), ("card/expired", "no longer valid"), ("card/not-yet-valid", "not valid yet"),
    ("card/wrong-signature", "signature of a health card is wrong"), ("card/not-minimal", "against the rules"),
  ])
  func aPersonIsToldWhatIsTrue(rule: String, words: String) {
    #expect(PersonWords.of(RuleID(rawValue: rule)).sentence.contains(words))
  }

  @Test func changedAndRevokedCardsAreErrors() {
    #expect(check("--keys", keys, cards + "/changed.smart-health-card").0 == .findings)
    #expect(check("--keys", keys, cards + "/changed.smart-health-card").1 == ["1:1 error card/wrong-signature "])
    #expect(check("--keys", keys, cards + "/revoked.smart-health-card").1 == ["1:668 error card/revoked vc.rid"])
  }

  /// The key of the card has a list of revoked cards, which is not given.
  @Test func aMissingListOfRevokedCardsIsCounted() throws {
    let folder = try TemporaryFolder()
    let keys = "clinic.example.org/cards/jwks.json"
    try folder.write(PackageRoot.bytes("Samples/health-cards/keys/\(keys)"), to: keys)
    let (code, issues, end) = check("--keys", folder.path, cards + "/revoked.smart-health-card")
    #expect(code == .success && issues.isEmpty)
    #expect(end.hasPrefix("valid-as-far-as-judged ") && end.contains("lists of revoked cards that were not given"))
  }

  @Test func aBadCardDoesNotSinkAFolder() throws {
    let folder = try TemporaryFolder()
    try folder.write("shc:/1/2/5676", to: "a.txt")
    try folder.write("eyJhbGciOiJIUzI1NiJ9.e30.AAAA", to: "session.txt")
    try folder.write(#"{"resourceType":"Patient","id":"a"}"#, to: "b.json")
    for name in ["changed.smart-health-card", "immunization.smart-health-card"] {
      try FileManager.default.copyItem(atPath: cards + "/" + name, toPath: folder.path + "/" + name)
    }
    let (code, issues, _) = check("--keys", keys, folder.path)
    #expect(code == .findings)
    #expect(issues == ["1:1 error card/invalid-chunks ", "1:1 error card/wrong-signature "])
    let summary = CommandHarness().validate(["summary", "--keys", keys, "--format", "json", folder.path])
    #expect(summary.output.contains(#""cards":{"unreadable":1,"verified":1,"wrong-signature":1}"#))
    #expect(
      summary.output.contains(#""issuer":"https://clinic.example.org/cards","types":["https://smarthealth.cards#"#))
    #expect(summary.output.contains(#""sources":{"anonymous":1,"https://clinic.example.org/cards":6}"#))
    let text = CommandHarness().validate(["summary", "--keys", keys, folder.path]).output
      .replacing(/\n {6}/, with: " ")
    #expect(text.contains("not to be believed: the signature is wrong"))
    #expect(text.contains(":1 verified, from https://clinic.example.org/cards, 2021-05-03"))
  }

  /// The parts of a card are joined in a folder and in an archive, and not across them; the order does not matter.
  @Test func partsOfACardMayBeInSeveralFiles() throws {
    let parts = String(decoding: try PackageRoot.bytes("Samples/health-cards/cards/laboratory.qr.txt"), as: UTF8.self)
      .split(separator: "\n").map(String.init)
    let folder = try TemporaryFolder()
    try folder.write(parts[0], to: "b.txt")
    try folder.write(#"{"resourceType":"Patient","id":"a"}"#, to: "a.json")
    let incomplete = check("--keys", keys, folder.path)
    #expect(incomplete.1 == ["1:1 error card/invalid-chunks "])
    try folder.write(parts[1], to: "c/d.txt")
    #expect(check("--keys", keys, folder.path).1.count == 2)
    try folder.write(parts[1], to: "d.qr")
    try FileManager.default.removeItem(atPath: folder.path + "/c")
    for jobs in ["1", "3"] {
      for paths in [[folder.path], [folder.path + "/d.qr", folder.path + "/b.txt"]] {
        let outcome = CommandHarness().validate(
          ["check", "--format", "jsonl", "--keys", keys, "--jobs", jobs] + paths)
        #expect(outcome.exitCode == .success && outcome.output.contains(#""verdict":"valid""#), "\(outcome.output)")
        #expect(outcome.output.contains(#""resourceTypes":{"Observation":1,"Patient":"#))
        let count = paths.count == 1 ? 3 : 2
        #expect(outcome.output.contains(#""files":\#(count),"#))
        #expect(outcome.output.contains(#""judged":{"files":{"found":\#(count),"#), "\(outcome.output)")
      }
    }
    // A copy of a part is of the card that is whole in another file.
    for (name, text) in [("all", parts.joined(separator: " ")), ("copy", parts[1])] {
      try folder.write(text, to: "whole/\(name).txt")
    }
    #expect(check("--keys", keys, folder.path + "/whole").1.isEmpty)
    let archive = ZipWriter([1, 0].map { ZipWriter.Entry("f\($0)/part", parts[$0]) })
    try folder.write(archive.bytes, to: "e.zip")
    let rows = CommandHarness().validate(["records", "--keys", keys, "--columns", "card", folder.path + "/e.zip"])
    #expect(rows.output == "card\r\nverified\r\nverified\r\n")
    let named = ZipWriter([0, 1].map { ZipWriter.Entry("\($0).json", parts[$0]) })
    try folder.write(named.bytes, to: "f.zip")
    #expect(check("--keys", keys, folder.path + "/f.zip").1.isEmpty)
    for name in ["x", "y"] { try folder.write("shc:/1/3/5676", to: "lost/\(name).txt") }
    let lost = CommandHarness().validate(["check", "--format", "concise", folder.path + "/lost"])
    let names = ["x", "y"].map { "'\(folder.path)/lost/\($0).txt'" }.joined(separator: ", ")
    #expect(lost.output.contains("expected 3 parts of a card, found 1 without part 2, in \(names)"), "\(lost.output)")
    #expect(lost.output.split(separator: "\n").count { $0.contains("card/invalid-chunks") } == 1)
  }

  /// The name says what a file is, so that other content is a mistake.
  @Test func aDamagedCardInAFolderIsAnError() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"x{"verifiableCredential":["a"]}"#, to: "a.smart-health-card")
    try folder.write("%PDF-1.7", to: "b.smart-health-card")
    try folder.write(#"{"resourceType":"Patient","id":"a"}"#, to: "c.json")
    let (code, issues, _) = check(folder.path)
    #expect(code == .findings && issues.count == 2, "\(issues)")
  }

  @Test func recordsOfACardHaveTheirPlaceAndIssuer() throws {
    let columns = "line,source,resourceType,card"
    let outcome = CommandHarness().validate([
      "records", "--keys", keys, "--columns", columns, cards + "/laboratory.qr.txt",
    ])
    let issuer = "https://clinic.example.org/cards"
    #expect(outcome.output == "\(columns)\r\n1,\(issuer),Patient,verified\r\n1,\(issuer),Observation,verified\r\n")
    let named = CommandHarness().validate([
      "records", "--source", "Clinic", "--columns", "source", cards + "/laboratory.qr.txt",
    ])
    #expect(named.output == "source\r\n\(issuer)\r\n\(issuer)\r\n")
    let path = CommandHarness().validate(["path", "Observation.code.coding.code", cards + "/laboratory.qr.txt"])
    #expect(path.output.contains("718-7"))
  }

  @Test func findingsStandInThePayload() throws {
    let folder = try TemporaryFolder()
    let card = String(
      decoding: try PackageRoot.bytes("Samples/health-cards/cards/immunization.smart-health-card"), as: UTF8.self
    )
    .split(separator: "\"")[3]
    try folder.write("\(card)\n\(card)\n", to: "two.txt")
    let output = CommandHarness().validate([
      "check", "--fhir-version=dstu2", "--format", "concise", folder.path + "/two.txt",
    ])
    .output
    #expect(output.contains("two.txt:1:") && output.contains("two.txt:2:"))
    #expect(output.contains("[structure/unknown-element]"))
  }

  @Test func keysMayComeFromAPipe() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data(#"{"keys":[]}"#.utf8))
    try pipe.fileHandleForWriting.close()
    let path = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
    #expect(check("--keys", path, cards + "/immunization.smart-health-card").0 == .success)
  }

  @Test(arguments: [("keys", "in which no file"), ("keys/a.json", "expected keys"), ("nothing", "'--keys'")])
  func keysThatCannotBeUsedAreAnError(path: String, message: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{"resourceType":"Patient"}"#, to: path == "keys/a.json" ? path : "keys/a.txt")
    let outcome = CommandHarness().validate(["check", "--keys", folder.path + "/" + path, cards])
    #expect(outcome.exitCode == .failure && outcome.error.contains(message))
  }
}
