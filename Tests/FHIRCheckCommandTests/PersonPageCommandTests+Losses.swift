@testable import FHIRCheckCommand
import FHIRFindings
import FHIRTestSupport
import Foundation
import Testing

/// What records lack, and what could not be read or has no place on the page.
extension PersonPageCommandTests {
  /// What records lack is said in words, with the records that lack it and their number, the commonest first.
  @Test func whatRecordsLackIsNamed() throws {
    let records = (1...7).map { number in
      #"{"resourceType":"Observation","id":"\#(number)","effectiveDateTime":"2019-02-0\#(number)","code":{"text":"Test \#(number)"}}"#
    }
    let text = try page(of: records.joined(separator: "\n"))
    #expect(text.contains("<li>7 results or measurements do not state a status, such as final.<br>"))
    #expect(
      text.contains(
        "Such as: Test 1, measurement, 2019-02-01; Test 2, measurement, 2019-02-02; Test 3, measurement, 2019-02-03<"))
    #expect(text.contains("<code>fhircheck --all PATH</code> lists all."))
  }

  /// A value in a form that cannot be read is lost, and so is a record of no known type; both are named.
  @Test func whatCannotBeReadIsNamedAmongTheLosses() throws {
    let records = [
      observation(#""valueQuantity":{"value":"141","unit":"mmol/L"}"#), observation(#""valuequantity":{"value":4}"#),
      observation(#""component":[{"code":{"text":"A"},"valueQuantity":[{"value":4}]}]"#),
      observation(#""dataAbsentReason":{"text":"clotted"}"#), observation(#""valueQuantity":{"value":4}"#),
      #"{"resourceType":"Observatoin","id":"x"}"#, #"{"id":"y","code":{"text":"Wasp"}}"#,
    ]
    let text = try page(of: records.joined(separator: "\n"))
    #expect(
      text.contains(
        "2 results are in a form that could not be read</a> (Sodium, lab result, 2022-05-01; "
          + "Sodium, lab result, 2022-05-01)</li>"))
    #expect(text.contains("141 mmol/L<") && text.contains(", its number is written as text, "))
    #expect(text.contains("2 records without a known type are not shown</a> (file records.ndjson)</li>"))
    #expect(!text.contains("Nothing is lost") && !text.contains("No file is at fault") && !text.contains("cut off or"))
  }

  /// Old forms give a name where newer ones have a code.
  @Test func aNameInAnOldFieldIsShown() throws {
    let old = observation(#""name":{"text":"Blood Pressure"},"valueString":"120/80""#).replacing(
      #""code":{"text":"Sodium"},"#, with: "")
    #expect(
      try page(of: old).contains(">Blood Pressure</h4>")
        && page(of: old).contains(", its name stands in an old place, "))
  }

  /// Of many kinds that no part shows, the commonest are named and the others counted.
  @Test func kindsThatAreNotShownAreCounted() throws {
    let kinds = [
      "Account", "Basic", "CarePlan", "CareTeam", "Claim", "Communication", "Contract", "Device", "Encounter", "Flag",
      "Goal", "Group", "List", "Location", "Media", "Organization", "Person", "Practitioner", "Provenance", "Schedule",
      "Slot", "Specimen",
    ]
    let text = try page(of: kinds.map { #"{"resourceType":"\#($0)","id":"1"}"# }.joined(separator: "\n"))
    #expect(text.contains("visits: 1, flag: 1,"))
    #expect(text.contains(", schedule: 1, and 2 more records of 2 kinds.</p>"))
  }

  @Test func recordsInAFormWithoutAKindAreCounted() throws {
    let text = try page(of: #"{"resourceType":"Coverage","id":"1","subscriberId":{"value":"1"}}"#)
    #expect(text.contains("Not shown on this page: in a form that this page does not know: 1.</p>"))
    #expect(text.contains("<li>1 record is not shown, in a form that this page does not know (an insurance)</li>"))
  }

  /// A prescription of an unknown type is named by its medicine, wherever medicines are.
  @Test func aPrescriptionInAnUnknownFormIsNamed() throws {
    func prescription(_ members: String) -> String {
      #"{"resourceType":"DrugPrescription","id":"p",\#(members)"patient":{"reference":"Patient/1"}}"#
    }
    let known =
      #"{"resourceType":"MedicationRequest","status":"active","intent":"order","subject":{"reference":"Patient/1"},"medicationCodeableConcept":{"text":"Zinc"}}"#
    let text = try page(
      of: [prescription(#""medication":{"display":"Prednisone"},"#), prescription(""), known].joined(separator: "\n"))
    #expect(text.contains(">1 prescription is in a form that is not known, and not shown</a> (Prednisone)</li>"))
    #expect(text.contains(">1 record without a known type is not shown</a> (file records.ndjson)</li>"))
    let medications = try #require(text.components(separatedBy: "<section id=\"medications\"").last)
    #expect(medications.contains("not in the lists below. Ask for it: Prednisone</p>"))
  }

  /// What is of a day after that of the run is a fault, and no year of the source.
  @Test func aDayToComeIsAFault() throws {
    let records = ["2099-01-01", "2022-05-01"].map {
      observation(#""valueInteger":\#($0.prefix(4))"#).replacing("2022-05-01", with: $0)
    }
    let path = try folder.write(records.joined(separator: "\n"), to: "a.ndjson")
    let text = page("--source", "City Clinic", path).output
    #expect(text.contains("<strong>2022</strong>") && text.contains("Years by source: City Clinic 2022."))
    #expect(text.contains("2099 (still to come)"))
    #expect(
      text.contains(
        "when the phone received it, or is so today.<br><span class=\"records\">Sodium, lab result, 2099-01-01</span>"))
  }
}
