import FHIRCheckCommand
import Foundation
import Testing

/// What stands in the cells of `fhircheck records`, element by element.
@Suite struct RecordCellTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A cell of the only record as CSV and as JSON Lines.
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
