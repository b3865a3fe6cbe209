import FHIRDSTU2
import Testing

/// The members beside primitives, such as `_birthDate`: their content is decoded, and anything invalid is a fault and
/// is still encoded unchanged.
struct SiblingTests {
  static let cases: [(members: String, faults: [String])] = [
    (#""birthDate":"1974","_birthDate":{"id":"b"}"#, []),
    (#""_birthDate":{"id":"b"}"#, []),
    (#""name":[{"given":[null],"_given":[{"id":"g"}]}]"#, []),
    (#""name":[{"given":[null,"B"],"_given":[{"id":"g"},null]}]"#, []),
    (#""name":[{"_given":[{"id":"g"}]}]"#, []),
    (#""name":[{"given":["A"],"_given":[null]}]"#, []),
    (#""birth\u0044ate":"1974","_birth\u0044ate":{"id":"b"}"#, []),
    (#""_birthDate":{}"#, ["invariant/ele-1 at Patient._birthDate"]),
    (#""birthDate":"1974","_birthDate":{}"#, ["invariant/ele-1 at Patient._birthDate"]),
    (#""birthDate":null,"_birthDate":{"id":"b"}"#, ["structure/misplaced-null at Patient.birthDate"]),
    (#""name":[{"given":["A"],"_given":[{}]}]"#, ["invariant/ele-1 at Patient.name[0]._given[0]"]),
    (
      #""name":[{"given":["A","B"],"_given":[{"id":"g"},7]}]"#,
      ["structure/wrong-kind at Patient.name[0]._given[1]"]
    ),
    (
      #""name":[{"given":["A"],"_given":[{"id":"g"},{"id":"h"}]}]"#,
      ["structure/sibling-length at Patient.name[0]._given"]
    ),
    (#""name":[{"given":["A","B"],"_given":[{"id":"g"}]}]"#, ["structure/sibling-length at Patient.name[0]._given"]),
    (#""name":[{"given":[null,"B"]}]"#, ["structure/misplaced-null at Patient.name[0].given[0]"]),
    (
      #""name":[{"given":[null,null],"_given":[{"id":"g"},null]}]"#,
      ["structure/misplaced-null at Patient.name[0].given[1]"]
    ),
    (#""name":[{"_given":[null,{"id":"g"}]}]"#, ["structure/misplaced-null at Patient.name[0]._given[0]"]),
    (
      #""deceasedBoolean":true,"deceasedDateTime":"2015","_deceasedDateTime":{"id":"d"}"#,
      [
        "structure/ambiguous-choice at Patient.deceasedDateTime",
        "structure/ambiguous-choice at Patient._deceasedDateTime",
      ]
    ),
    (
      #""_deceasedBoolean":{"id":"b"},"_deceasedDateTime":{"id":"d"}"#,
      ["structure/ambiguous-choice at Patient._deceasedDateTime"]
    ),
    (
      #""birthDate":"1974","_birthDate":{"id":"b"},"_birthDate":{"id":"c"}"#,
      ["json/duplicate-key at Patient._birthDate"]
    ),
    (#""active":true,"\u0061ctive":false"#, ["json/duplicate-key at Patient.active"]),
    (#""_maritalStatus":{"id":"m"}"#, ["structure/misplaced-sibling at Patient._maritalStatus"]),
    (#""_nickname":{"id":"n"}"#, ["structure/unknown-element at Patient._nickname"]),
  ]

  @Test(arguments: cases)
  func isTakenOrKeptAside(members: String, faults: [String]) throws {
    let json = Array("{\"resourceType\":\"Patient\",\(members)}".utf8)
    let result = FHIRDecoder().decodeLeniently(Patient.self, from: json)
    #expect(result.faults.map { "\($0.code) at \($0.path)" } == faults)
    let patient = try #require(result.value)
    #expect(try LosslessComparison.differences(json, FHIREncoder().encode(patient)) == [])
  }

  @Test func theFirstFormOfAChoiceStays() {
    let json = #"{"resourceType":"Patient","deceasedBoolean":true,"_deceasedDateTime":{"id":"d"}}"#
    let patient = FHIRDecoder().decodeLeniently(Patient.self, from: Array(json.utf8)).value
    #expect(patient?.deceased == .boolean(true))
  }

  @Test func aNewValueReplacesASiblingKeptAside() throws {
    let json = #"{"resourceType":"Patient","birthDate":"1974","_birthDate":{}}"#
    var patient = try #require(FHIRDecoder().decodeLeniently(Patient.self, from: Array(json.utf8)).value)
    patient.birthDate?.id = "b"
    let encoded = String(decoding: FHIREncoder().encode(patient), as: UTF8.self)
    #expect(encoded == #"{"resourceType":"Patient","birthDate":"1974","_birthDate":{"id":"b"}}"#)
  }

  @Test func aNewValueReplacesItsNull() throws {
    let json = #"{"resourceType":"Patient","name":[{"given":[null],"_given":[{"id":"g"}]}]}"#
    var patient = try FHIRDecoder().decode(Patient.self, from: Array(json.utf8))
    patient.name[0].given[0].value = "A"
    let encoded = String(decoding: FHIREncoder().encode(patient), as: UTF8.self)
    #expect(encoded == #"{"resourceType":"Patient","name":[{"given":["A"],"_given":[{"id":"g"}]}]}"#)
  }
}
