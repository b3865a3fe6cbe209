import FHIRCheckCommand
import FHIRTestSupport
import Foundation
import Testing

/// A medication record names its Medication by a reference, and the table has that one's code.
@Suite struct BundledMedicationTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func rows(_ json: String, _ name: String = "a.json") throws -> [String] {
    let path = try folder.write(json, to: name)
    let table = CommandHarness().validate("records", "--columns=resourceType,code,system,display", path).output
    return table.components(separatedBy: "\r\n").filter { $0.hasPrefix("Medication") && !$0.hasPrefix("Medication,") }
  }

  private static let coding = #"{"coding":[{"system":"s","display":"x"},{"system":"t","code":"860975","display":"M"}]}"#

  private func bundle(
    _ url: String?, _ reference: String, type: String = "MedicationRequest", isFirst: Bool = true, id: String = "m",
    code: String = coding
  ) -> String {
    let address = url.map { #""fullUrl":"\#($0)","# } ?? ""
    let medication = #"{\#(address)"resource":{"resourceType":"Medication","id":"\#(id)","code":\#(code)}}"#
    let record =
      #"{"resource":{"resourceType":"\#(type)","id":"r","#
      + #""medicationReference":{"reference":"\#(reference)","display":"shown"}}}"#
    let entries = isFirst ? [medication, record] : [record, medication]
    return #"{"resourceType":"Bundle","type":"collection","entry":[\#(entries.joined(separator: ","))]}"#
  }

  @Test(
    arguments: ["MedicationRequest", "MedicationOrder", "MedicationStatement", "MedicationDispense"], [true, false])
  func theEntryIsFound(_ type: String, _ isFirst: Bool) throws {
    for (url, reference) in [
      ("urn:uuid:05efabf0-4be2-4561-91ce-51548425acb9", "urn:uuid:05efabf0-4be2-4561-91ce-51548425acb9"),
      (nil, "Medication/m"), ("http://example.org/fhir/Medication/m", "Medication/m"),
      ("http://example.org/fhir/Medication/m", "http://example.org/fhir/Medication/m"),
    ] {
      let json = bundle(url, reference, type: type, isFirst: isFirst)
      #expect(try rows(json) == ["\(type),860975,t,x"])
      // A Bundle on a line, and one in an array.
      #expect(try rows(json + "\n" + json, "b.ndjson") == ["\(type),860975,t,x", "\(type),860975,t,x"])
      #expect(try rows("[\(json)]", "c.json") == ["\(type),860975,t,x"])
    }
  }

  @Test func whatIsNotThereKeepsTheDisplay() throws {
    for json in [
      bundle("urn:uuid:1", "urn:uuid:2"), bundle(nil, "Medication/n"), bundle("urn:uuid:1", "urn:uuid:1", code: "{}"),
      bundle(nil, "#m"),
      #"{"resourceType":"MedicationOrder","medicationReference":{"reference":"x","display":"shown"}}"#,
    ] {
      #expect(try rows(json).map { $0.drop { $0 != "," } } == [",shown,,shown"])
    }
    #expect(try rows(bundle(nil, "Medication/m", code: #"{"text":"named"}"#)) == ["MedicationRequest,named,,named"])
  }

  /// Another Bundle of the same input is another scope.
  @Test func bundlesDoNotMix() throws {
    let other = bundle(nil, "Medication/other", id: "m")
    #expect(
      try rows(bundle(nil, "Medication/m") + "\n" + other, "b.ndjson") == [
        "MedicationRequest,860975,t,x", "MedicationRequest,shown,,shown",
      ])
  }

  @Test func cellsOnATerminalAreVisible() throws {
    let text = #"\u001b[31m\u009b\u202e\udb40\udd00\t=1"#
    let path = try folder.write(#"{"resourceType":"Condition","code":{"text":"\#(text)"}}"#, to: "a.json")
    var harness = CommandHarness()
    let arguments = ["records", "--columns=display", path]
    let raw = "\u{1B}[31m\u{9B}\u{202E}\u{E0100}\t=1"
    let shown = #"␛[31m\u{9B}\u{202E}\u{E0100}"#
    #expect(harness.validate(arguments).output == "display\r\n\(raw)\r\n")
    #expect(harness.validate(arguments + ["--harmless-cells"]).output.hasPrefix("display\r\n\(shown)"))
    harness.outputIsTerminal = true
    #expect(harness.validate(arguments).output.hasPrefix("display\r\n\(shown)"))
    // In a file the text stays as it is.
    let file = folder.path + "/out.csv"
    _ = harness.validate(arguments + ["--output", file])
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "display\r\n\(raw)\r\n")
    // What a spreadsheet skips does not hide a formula.
    try folder.write(#"{"resourceType":"Condition","code":{"text":"\t=1"}}"#, to: "a.json")
    #expect(harness.validate(arguments + ["--harmless-cells"]).output.hasPrefix("display\r\n' "))
  }
}
