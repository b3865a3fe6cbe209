import FHIRToolkit
import Testing

/// Code that a user of Foundation would write; it must compile.
struct FoundationLinesTests {
  private let patient = Data(#"{"resourceType":"Patient","id":"p","birthDate":"1974-12-25"}"#.utf8)
  private let observation = Data(
    #"""
    {"resourceType":"Observation","id":"o","status":"final","code":{"coding":[{"system":"http://loinc.org"}]},
     "effectiveDateTime":"2015-02-07T13:28:17-05:00","issued":"2015-02-07T13:28:17.25-05:00",
     "valueQuantity":{"value":13.20,"unit":"g/dL"}}
    """#.utf8)

  @Test func bytes() throws {
    let o = try FHIRDecoder().decode(R4.Observation.self, from: observation)
    let d: Data = FHIREncoder().encode(o)
    #expect(d.count > 100)
    #expect(String(decoding: FHIREncoder().encode(o), as: UTF8.self).contains("13.20"))
    #expect(Validator().validate(patient).isValid)
    #expect(ClinicalRecord(json: observation)?.data == observation)
    #expect(ClinicalRecordReader().read(observation).records.count == 1)
    #expect(LineTable(observation).lineCount == 3)
    #expect(RecordFacts(json: observation)?.measurement?.quantity?.number?.decimalValue == Decimal(132) / 10)
  }

  @Test func dates() throws {
    let o = try FHIRDecoder().decode(R4.Observation.self, from: observation)
    #expect(o.effective?.date == Date(timeIntervalSince1970: 1_423_333_697))
    #expect(o.issued?.value?.dateValue == Date(timeIntervalSince1970: 1_423_333_697.25))
    #expect(FHIRDateTime(Date())?.dateValue != nil)
    #expect(FHIRInstant(Date())?.dateTime.time != nil)
    #expect(FHIRDate(year: 2015)!.dateComponents == DateComponents(year: 2015))
    #expect((FHIRDateTime("2015")! < FHIRDateTime("2016")!) == true)
    #expect(ReceivedDate("2019-06-11 18:05:32 +0200").date == Date(timeIntervalSince1970: 1_560_269_132))
  }

  @Test func numbers() throws {
    let o = try FHIRDecoder().decode(R4.Observation.self, from: observation)
    guard case .quantity(let quantity)? = o.value else { throw NoQuantity() }
    #expect(quantity.value?.value?.decimalValue == Decimal(132) / 10)
    let literal: FHIRDecimal? = FHIRDecimal(13.2)
    #expect(literal?.text == "13.2")
    #expect(FHIRDecimal(Decimal(string: "13.2")!)?.text == "13.2")
    #expect(FHIRDecimal(Decimal(132) / 10)?.doubleValue == 13.2)
  }

  @Test func addresses() throws {
    let o = try FHIRDecoder().decode(R4.Observation.self, from: observation)
    #expect(o.code?.coding.first?.system?.url == URL(string: "http://loinc.org"))
    let origin = RecordOrigin(sourceURL: "https://clinic.example/fhir/Observation/o")
    #expect(ClinicalRecord(json: observation, origin: origin)?.url?.host() == "clinic.example")
    let uuid = UUID()
    #expect(R4.Primitive<String>(uuid).uuid == uuid)
  }

  @Test func errors() {
    let error = #expect(throws: FHIRFault.self) { try FHIRDecoder().decode(R4.Patient.self, from: Data("{".utf8)) }
    #expect(error?.localizedDescription.hasPrefix("line 1, column 2: json/") == true)
  }

  /// Names that two releases or the standard library also have can be used plainly, or with the release's name.
  @Test func namesDoNotCollide() throws {
    let range: Range<Int> = 1..<2
    #expect(range.count == 1)
    let old = try FHIRDecoder().decode(DSTU2.Patient.self, from: patient)
    let new = try FHIRDecoder().decode(R4.Patient.self, from: patient)
    #expect(old.birthDate?.value == new.birthDate?.value)
    #expect(Bundle.main.bundlePath.isEmpty == false)
  }

  private struct NoQuantity: Error {}
}
