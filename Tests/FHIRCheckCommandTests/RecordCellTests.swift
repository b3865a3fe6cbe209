import FHIRCheckCommand
import FHIRTestSupport
import Foundation
import Testing

/// The content of the cells of `fhircheck records`, element by element.
@Suite struct RecordCellTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A cell of the only record in CSV and in JSON Lines.
  private func cell(_ column: String, of json: String) throws -> (csv: String, line: String?) {
    try folder.write(json, to: "a.json")
    let table = CommandHarness().validate("records", "--columns", column, folder.path).output
    let lines = CommandHarness().validate("records", "--format", "jsonl", "--columns", column, folder.path).output
    let object = try #require(JSONSerialization.jsonObject(with: Data(lines.utf8)) as? [String: String])
    return (table.components(separatedBy: "\r\n")[1], object[column])
  }

  @Test(arguments: [
    (#""valueQuantity":{"value":1.50e3,"unit":"g"}"#, "Quantity", "1.50e3"),
    (#""valueQuantity":{"comparator":"<","code":"g"}"#, "Quantity", ""),
    (#""valueCodeableConcept":{"coding":[{"code":"a"},{"code":"b","display":"B"}]}"#, "CodeableConcept", "B"),
    (#""valueCodeableConcept":{"coding":[{"code":"a"}],"text":""}"#, "CodeableConcept", "a"),
    (#""valueString":"a\u0062\"c""#, "string", "\"ab\"\"c\""),
    (#""valueBoolean":false"#, "boolean", "false"),
    (#""valueInteger":-3"#, "integer", "-3"),
    (#""valueRange":{"low":{"value":1.0},"high":{"value":2}}"#, "Range", "1.0 - 2"),
    (#""valueRange":{"high":{"value":2}}"#, "Range", " - 2"),
    (#""valueRatio":{"numerator":{"value":1},"denominator":{"value":128}}"#, "Ratio", "1:128"),
    (#""valueTime":"10:30:00""#, "time", "10:30:00"),
    (#""valueDateTime":"2024-05""#, "dateTime", "2024-05"),
    (#""valuePeriod":{"start":"2024"}"#, "Period", "2024/"),
    (#""valueSampledData":{"data":"1 2 E"}"#, "SampledData", "1 2 E"),
    (#""valueAttachment":{"title":"ECG","url":"a.pdf"}"#, "Attachment", "ECG"),
    (#""valueAttachment":{"url":"a.pdf"}"#, "Attachment", "a.pdf"),
    (#""valueSet":"a""#, "", ""),
    (#""valueString":"","valueInteger":1"#, "string", ""),
    (#""valueString":1,"valueInteger":1"#, "integer", "1"),
    (#""\u0076alueInteger":7"#, "integer", "7"),
  ])
  func values(_ member: String, _ type: String, _ value: String) throws {
    let json = #"{"resourceType":"Observation","code":{"text":"x"},\#(member)}"#
    #expect(try cell("valueType", of: json).csv == type)
    #expect(try cell("value", of: json).csv == value)
  }

  @Test(arguments: [
    ("status", "Condition", #""clinicalStatus":{"coding":[{"system":"s"},{"code":"active"}],"text":"x"}"#, "active"),
    ("status", "Condition", #""clinicalStatus":{"text":"x"}"#, "x"),
    ("status", "Observation", #""status":"""#, ""),
    (
      "category", "Observation", #""category":[{"coding":[{"code":"a"},{"code":"b"}]},{},{"text":"c"}]"#, "a|c"
    ),
    ("patient", "Encounter", #""subject":{"display":"x"},"patient":{"reference":"Patient/1"}"#, "Patient/1"),
    ("system", "Observation", #""code":{"coding":[{"system":"s","display":"d"},{"system":"t","code":"c"}]}"#, "t"),
    ("display", "Observation", #""code":{"coding":[{"system":"s","display":"d"},{"system":"t","code":"c"}]}"#, "d"),
    ("code", "AllergyIntolerance", #""substance":{},"code":{"coding":{"code":"c"}}"#, "c"),
    ("code", "SearchParameter", #""code":"name""#, "name"),
    ("code", "Condition", #""code":{"coding":[{"display":"d"}],"text":"Lymphoma"}"#, "Lymphoma"),
    ("code", "Condition", #""code":{"coding":[{"system":"s","code":"","display":"d"}]}"#, "d"),
    ("system", "Condition", #""code":{"coding":[{"system":"s","display":"d"}]}"#, ""),
    ("display", "MedicationOrder", ##""medicationReference":{"reference":"#m","display":"d"},"contained":[{}]"##, "d"),
    (
      "code", "MedicationRequest",
      ##""medicationReference":{"reference":"#m","display":"d"},"contained":[{"id":"m","code":{"coding":[{"code":"c"}]}}]"##,
      "c"
    ),
    ("start", "Immunization", #""date":"","occurrenceDateTime":"2024""#, "2024"),
    ("end", "DocumentReference", #""context":{"period":{"end":"2024"}}"#, "2024"),
    ("unit", "Observation", #""valueQuantity":{"value":1,"code":"mg"}"#, "mg"),
    ("range", "Observation", #""referenceRange":[{"low":{"value":1.0}},{"text":"x"}]"#, ">= 1.0"),
    ("range", "Observation", #""referenceRange":[{"high":{"value":1},"text":"t"}]"#, "t"),
    ("rangeHigh", "Observation", #""referenceRange":[]"#, ""),
    ("interpretation", "Observation", #""interpretation":{"coding":[{"code":"H"}]}"#, "H"),
    ("interpretation", "Condition", #""interpretation":{"coding":[{"code":"H"}]}"#, ""),
    (
      "components", "Observation",
      #""component":[{"code":{"coding":[{"code":"a"}]},"valueQuantity":{"value":1,"unit":"g"}},{"code":{"text":"b"}}]"#,
      "a=1 g|b="
    ),
    ("medicationType", "MedicationStatement", #""status":"active""#, "statement"),
  ])
  func elements(_ column: String, _ type: String, _ member: String, _ text: String) throws {
    let found = try cell(column, of: #"{"resourceType":"\#(type)",\#(member)}"#)
    #expect(found.csv == text)
    #expect(found.line ?? "" == text)
  }

  @Test func anyTextStaysWhole() throws {
    for (text, csv) in [
      (#"a\nb"#, "\"a\nb\""), (#"a,b"#, "\"a,b\""), (#"é\u2028\u0001\\"#, "é\u{2028}\u{1}\\"),
      ("\u{1F9EA}", "\u{1F9EA}"),
    ] {
      let found = try cell("display", of: #"{"resourceType":"Condition","code":{"text":"\#(text)"}}"#)
      #expect(found.csv == csv)
      #expect(found.line == csv.replacingOccurrences(of: "\"", with: ""))
    }
  }

  @Test func columnsStandInAnyOrder() throws {
    try folder.write(#"{"resourceType":"Patient","id":"p"}"#, to: "a.json")
    let outcome = CommandHarness().validate("records", "--columns", "id,line,resourceType,status,column", folder.path)
    #expect(outcome.output == "id,line,resourceType,status,column\r\np,1,Patient,,1\r\n")
    let lines = CommandHarness().validate("records", "--format", "jsonl", "--columns", "status", folder.path)
    #expect(lines.output == "{}\n")
  }
}

/// What the article `records-format` says of columns and codes is so.
@Suite struct RecordArticleTests {
  private let article: String
  private let folder: TemporaryFolder

  init() throws {
    article = String(
      decoding: try PackageRoot.bytes("Sources/FHIRCheckCommand/FHIRCheckCommand.docc/records-format.md"),
      as: UTF8.self)
    folder = try TemporaryFolder()
  }

  /// The names in the first cells of the table of columns.
  private var columns: [String] {
    let table = article.split(separator: "\n").drop { !$0.hasPrefix("| column |") }.prefix { $0.hasPrefix("|") }
    return table.flatMap { $0.split(separator: "|")[0].split(separator: "`").filter { $0.allSatisfy(\.isLetter) } }
      .map(String.init)
  }

  @Test func itHasAllColumnsInTheirOrder() throws {
    try folder.write(#"{"resourceType":"Patient"}"#, to: "a.json")
    #expect(columns.count > 30)
    let named = CommandHarness().validate("records", "--columns", columns.joined(separator: ","), folder.path)
    #expect(named.exitCode == .success)
    let usual = CommandHarness().validate("records", folder.path).output
    #expect(usual.hasPrefix(columns.prefix { $0 != "identity" }.joined(separator: ",") + "\r\n"))
  }

  @Test func itsCodesAreThoseOfVitalSigns() throws {
    let codes = article.split { !$0.isNumber && $0 != "-" }.filter {
      $0.contains("-") && $0.first != "-" && $0.count < 8
    }
    #expect(Set(codes).count == 17)
    for code in codes {
      let coding = #"{"system":"http://loinc.org","code":"\#(code)"}"#
      try folder.write(#"{"resourceType":"Observation","code":{"coding":[\#(coding)]}}"#, to: "\(code).json")
    }
    let outcome = CommandHarness().validate("records", "--columns", "clinicalType", folder.path)
    let types = outcome.output.components(separatedBy: "\r\n").dropFirst().dropLast()
    #expect(types.count == 17 && Set(types) == ["HKClinicalTypeIdentifierVitalSignRecord"])
  }
}
