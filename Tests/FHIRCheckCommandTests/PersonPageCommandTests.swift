import ClinicalRecords
@testable import FHIRCheckCommand
import FHIRFindings
import FHIRTestSupport
import Foundation
import Testing

/// Runs `fhircheck summary --format html`.
@Suite struct PersonPageCommandTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The page without what keeps dates in one piece.
  func page(_ arguments: String...) -> CommandHarness.Outcome {
    var outcome = CommandHarness().validate(["summary", "--format", "html"] + arguments)
    outcome.output = outcome.output.replacing(#/<span class="date">([-0-9]+)<\/span>/#) { $0.output.1 }
    return outcome
  }

  /// The page of some records, one on a line.
  func page(of records: String) throws -> String {
    page(try folder.write(records, to: "records.ndjson")).output
  }

  /// The rows of a table of counts in the page.
  func counts(_ caption: String, in page: String) throws -> [String: Int] {
    let tables = page.components(separatedBy: "<caption>").filter {
      $0.hasPrefix(caption) || $0.hasPrefix("More: " + caption)
    }
    var counts: [String: Int] = [:]
    for table in tables {
      let rows = (table.components(separatedBy: "</table>").first ?? "").matches(
        of: /<th scope="row">(.*?)<\/th><td class="count">([0-9,]+)</)
      for row in rows {
        let name = String(row.output.1).replacing(/<[^>]*>/, with: "").replacing("&amp;", with: "&")
        counts[name] = Int(row.output.2.replacing(",", with: ""))
      }
    }
    return counts
  }

  struct Summary: Decodable {
    var files: Int
    var records: Int
    var clinicalTypes: [String: Int]
    var withoutClinicalType: [String: Int]
    var sources: [String: Int]
    var duplicates: [String: Int]?
  }

  @Test(arguments: [
    "apple-health-export", "r4/clinical-bundle.json", "dstu2/clinical-bundle.json", "mixed/records.ndjson",
  ])
  func countsAgreeWithTheSummary(_ sample: String) throws {
    let path = PackageRoot.url.appending(path: "Samples/" + sample).path()
    let json = CommandHarness().validate("summary", "--format", "json", path)
    let summary = try JSONDecoder().decode(Summary.self, from: Data(json.output.utf8))
    let outcome = page(path)
    #expect(outcome.exitCode == json.exitCode && outcome.error == json.error)
    let kinds = try counts("Records by kind", in: outcome.output)
    #expect(kinds.values.reduce(0, +) == summary.records)
    for (name, count) in summary.clinicalTypes {
      let type = try #require(ClinicalTypeIdentifier(rawValue: name))
      let reports = type == .clinicalNoteRecord ? kinds["Reports of results"] ?? 0 : 0
      #expect((kinds[type.displayName] ?? 0) + reports == count, "\(name)")
    }
    let sources = try counts("Records by source", in: outcome.output)
    #expect(sources.values.reduce(0, +) == summary.records && sources["unknown source"] == summary.sources["anonymous"])
    let years = try counts("Records by year", in: outcome.output).values.reduce(0, +)
    let undated = outcome.output.firstMatch(of: /([0-9]+) records? ha(ve|s) no date/).flatMap { Int($0.output.1) } ?? 0
    #expect(years + undated == summary.records)
    let copies = outcome.output.matches(of: /([0-9]+) copies of one record/).reduce(0) {
      $0 + (Int($1.output.1) ?? 1) - 1
    }
    #expect(copies == summary.duplicates?["duplicate-record"] ?? 0)
    // The other formats are as before.
    let text = CommandHarness().validate("summary", path)
    #expect(text.output.hasPrefix("\(summary.records) records in \(summary.files) file"))
  }

  @Test func theNumberOfJobsMakesNoDifference() {
    let path = PackageRoot.url.appending(path: "Samples").path()
    let one = page("--jobs", "1", path)
    #expect(page("--jobs", "4", path).output == one.output && one.output.hasSuffix("</html>\n"))
  }

  @Test func theExportSaysWhoIsAtFault() throws {
    let text = page(PackageRoot.url.appending(path: "Samples/apple-health-export").path()).output
    for fact in [
      // Allergies, the last result with its unit, what is doubled.
      "<strong>13.8 g/dL</strong>",
      "2020-01-14 08:30, no range stated, St. Anna Clinic",
      "St. Anna Clinic: 2 copies of one record; their contents are the same.",
      "<h3>The records of St. Anna Clinic: 1 of 14 records has a fault</h3>",
      "<li>1 condition does not state the patient.<br><span class=\"records\">Eczema, condition, names no person</span>",
      "Eczema, Condition-0A11CE08-0000-4000-8000-000000000008.json: expected &#39;patient&#39;",
      "<h3>The export</h3>", "The list of records names a record whose file is not there: 2 times.",
      "Immunization-0A11CE10-0000-4000-8000-000000000010.json",
      "A phone writes each file anew", "A file cannot be read as a record: it is cut off or damaged.",
      "Procedure-0A11CE09-0000-4000-8000-000000000009.json",
      // What is lost is named at the top, and by what the list of records says of it.
      "<strong>Attention:</strong><ul><li><a href=\"#problems-0\">2 records that the export lists are not in it</a> "
        + "(2 immunizations from St. Anna Clinic, both received 2021-03-04)</li>",
      "<li><a href=\"#problems-0\">1 list of records ends in the middle</a></li>",
      "1 file of a record cannot be read</a> (a procedure from St. Anna Clinic, received 2021-03-04)</li>",
      "3 documents were not read</a>; an allergy or a reaction may stand only there: "
        + "Summary of care of 2021-03-04, Discharge letter of 2022-08-09, Health Data Export of 2022-08-09</li>",
      "<li>3 records are of a person whose name and date of birth stand in no record here: Hazelnut; Hay fever; "
        + "Salbutamol. It can be somebody else; check that before you rely on them</li>",
      "<li>1 record names no person: Eczema</li>",
      "<br><span class=\"records\">2 immunizations from St. Anna Clinic, both received 2021-03-04</span>",
      // What to do stands once for the export, and beside what needs something else.
      "<h3>The export</h3>\n<p class=\"quiet\">Export again; the hospital need not be asked. If the fault comes back, ",
      "it is cut off or damaged. Export or copy it again; the hospital need not be asked. A phone writes each file anew",
      "<p>Not found in what could be read: vital signs, blood pressure.</p>",
      "Not found in what could be read: procedures (1 was cut off or not there), clinical notes, insurance. ",
      "2021 to 2022; no dates: unknown source (3 records), unreadable name (&#39;&amp;e9;&#39;) (1 record).</p>",
      "<p>1 record is there more than once: 1 the same.</p>",
      "<br><span class=\"records\">A procedure from St. Anna Clinic, received 2021-03-04</span>",
      "A clinical document, not read: Discharge letter, 2022-08-09, of Erika Mustermann",
      "kept by Lakeside &amp; Valley Hospital: Document-0A11CE62….xml",
      "<p>Of: Erika Mustermann, born 1984-06-12 (so says an unverified health card from "
        + "https://lakeside.example.org/cards; named in 3 documents); a person without a name, born 1984-06 "
        + "(so says St. Anna Clinic). The one without a name can be the same person; the files do not say.</p>",
      "Penicillin<br><span class=\"quiet\">of the person born 1984-06</span></th>",
      ">completed, of an unverified health card</td>",
      "Received</th><td data-name=\"Record 1\">2021-03-04 05:06:07 +0100</td>",
      "A health card, not verified: no key of the issuer was given, from https://lakeside.example.org/cards, 2022-08-09",
      "It does not judge whether a value is good or bad", "It wrote the export on 2022-09-01.",
      "so it is not known who sent it: 2 times.<br><span class=\"records\">Vertigo, condition, of the person born 1984-06; ",
    ] { #expect(text.contains(fact), "\(fact)") }
    #expect(!text.contains("stub") && !text.contains("Files of other kinds"))
  }

  @Test func aVaccineThatWasNotGivenIsNotShownAsGiven() throws {
    let text = try page(
      of: #"""
        {"resourceType":"Immunization","id":"1","status":"completed","date":"2019-02-03","wasNotGiven":true,"reported":false,"patient":{"reference":"Patient/1"},"vaccineCode":{"text":"Measles"}}
        {"resourceType":"Immunization","id":"2","status":"not-done","occurrenceDateTime":"2019-02-03","patient":{"reference":"Patient/1"},"vaccineCode":{"text":"Mumps"}}
        """#)
    let cell = "<td role=\"cell\" data-name="
    for name in ["Measles", "Mumps"] {
      #expect(
        text.contains(
          "\(name)</th>\(cell)\"Date\">2019-02-03</td>\(cell)\"Status\">not given<"))
    }
  }

  /// An order not to take something, and a proposal, are no prescription.
  @Test func whatIsNotToBeTakenIsNotCalledActive() throws {
    func request(_ name: String, _ members: String) -> String {
      #"{"resourceType":"MedicationRequest","status":"active",\#(members)"authoredOn":"2022-01-01","medicationCodeableConcept":{"text":"\#(name)"},"subject":{"reference":"Patient/1"}}"#
    }
    let text = try page(
      of: [
        request("Morphine", #""intent":"order","doNotPerform":true,"#), request("Iron", #""intent":"proposal","#),
        request("Zinc", #""intent":"plan","#), request("Aspirin", #""intent":"order","#),
      ].joined(separator: "\n"))
    #expect(text.contains("<h3>Active, by their records: 1 of 4 medications</h3>"))
    for words in [
      "prescribed not to be taken, recorded 2022-01-01", "proposed, recorded", "planned, recorded",
      "prescribed 2022-01-01",
    ] { #expect(text.contains("<li>" + words), "\(words)") }
  }

  /// A code without a name has that of another record, else says of what list it is.
  @Test func codesHaveNames() throws {
    func record(_ number: Int, _ code: String) -> String {
      #"{"resourceType":"Immunization","id":"\#(number)","status":"completed","occurrenceDateTime":"2021-04-0\#(number)","vaccineCode":{"coding":[{"system":"http://hl7.org/fhir/sid/cvx",\#(code)}]},"patient":{"reference":"Patient/1"}}"#
    }
    let text = try page(
      of: [
        record(1, #""code":"208""#), record(2, #""code":"208","display":" Comirnaty\u200b""#),
        record(3, #""code":"115""#),
        #"{"resourceType":"Coverage","status":"active","beneficiary":{"reference":"Patient/1"},"payor":[{"display":"AOK Plus"}]}"#,
      ].joined(separator: "\n"))
    // As both have it, they are one row with two days.
    #expect(text.matches(of: /scope="row">Comirnaty</).count == 1)
    #expect(text.replacing(/<\/?span[^>]*>/, with: "").contains(">2021-04-02; 2021-04-01</td>"))
    #expect(
      text.contains(">vaccine with the code 115 (the record gives no name)</th>")
        && text.contains(">AOK Plus</th>"))
  }

  @Test func severalPersonsAreNamed() throws {
    let one =
      #"{"resourceType":"Patient","id":"1","name":[{"given":["Anna"],"family":"Bauer"}],"birthDate":"1980-01-01"}"#
    let other = #"{"resourceType":"Patient","id":"2","name":[{"text":"Bert Bauer"}]}"#
    let text = try page(of: one + "\n" + other)
    #expect(text.contains("<p>Of: Anna Bauer, born 1980-01-01; Bert Bauer.</p>"))
    #expect(try counts("Records by kind", in: text) == ["Persons": 2])
    // Of unknown sources, one number may be of two persons, whatever its version.
    let versions = ["1", "2"].map {
      one.replacing(#""id":"1","#, with: #""id":"1","meta":{"versionId":"\#($0)"},"#).replacing(
        "1980", with: "198\($0)")
    }
    #expect(
      try page(of: versions.joined(separator: "\n")).contains(
        "2 records under one number. As their source is unknown, they may be of several persons."))
  }

  /// A record of a blood pressure for each of two years.
  func pressures(_ parts: (Int) -> [String]) -> String {
    [2018, 2019].map { year in
      #"""
      {"resourceType":"Observation","id":"\#(year)","status":"final","effectiveDateTime":"\#(year)-02-03","category":[{"coding":[{"system":"http://terminology.hl7.org/CodeSystem/observation-category","code":"vital-signs"}]}],"code":{"text":"Blood pressure"},"component":[\#(parts(year).joined(separator: ","))]}
      """#
    }.joined(separator: "\n")
  }

  func part(_ name: String, _ value: String, unit: String = "mmHg", code: String = "") -> String {
    let coding = code.isEmpty ? "" : #","coding":[{"system":"http://loinc.org","code":"\#(code)"}]"#
    return
      #"{"code":{"text":"\#(name)"\#(coding)},"valueQuantity":{"value":\#(value.filter { $0 != "<" }),"unit":"\#(unit)"\#(value.hasPrefix("<") ? #","comparator":"<""# : "")}}"#
  }

  @Test func partsOfAnObservationAreTestsOfTheirOwn() throws {
    let text = try page(
      of: pressures {
        [part("Inlet", "12\($0 - 2018)"), part("Outlet", "<80"), part("Pulse", "60", unit: "/min")]
      })
    #expect(text.contains("Inlet: 2 values from 2018-02-03 to 2019-02-03; the lowest 120, the highest 121 mmHg"))
    #expect(text.contains("part of Blood pressure, Outlet &lt;80 mmHg, Pulse 60 /min"))
    #expect(text.matches(of: /<svg class="results"/).count == 2)
    let others = try page(of: pressures { _ in [part("Depth", "4", unit: "mm"), part("Pressure", "7")] })
    #expect(others.contains("part of Blood pressure, Pressure 7 mmHg"))
  }

  /// Both amounts of a blood pressure are one test, whatever was measured with them, and in one record or in two.
  @Test func aBloodPressureIsOneTest() throws {
    let parts = [part("Pulse", "60", unit: "/min"), part("Diastolic pressure", "80"), part("Systolic pressure", "121")]
    let text = try page(of: pressures { _ in parts })
    #expect(text.contains(">Blood pressure</h4>") && text.contains("<strong>121/80 mmHg</strong>"))
    #expect(text.matches(of: /<article id="test/).count == 2)
    func half(_ name: String, _ value: Int, _ moment: String = "2022-05-01T10:00:00Z") -> String {
      observation(#""valueQuantity":{"value":\#(value),"unit":"mmHg"}"#, #"{"text":"\#(name)"}"#)
        .replacing("2022-05-01", with: moment).replacing("laboratory", with: "vital-signs")
    }
    let both = try page(of: [half("Diastolic BP", 80), half("Systolic BP", 121)].joined(separator: "\n"))
    #expect(both.contains("<strong>121/80 mmHg</strong>") && both.matches(of: /<article id="test/).count == 1)
    let apart = try page(
      of: [half("Diastolic BP", 80), half("Systolic BP", 121, "2022-05-01T10:01:00Z")].joined(separator: "\n"))
    #expect(apart.contains("<strong>121 mmHg</strong>") && apart.matches(of: /<article id="test/).count == 2)
  }

  @Test func aReportOfALaboratoryStandsWithItsResults() throws {
    let text = try page(
      of: #"""
        {"resourceType":"Observation","id":"hb","status":"final","effectiveDateTime":"2019-02-03","category":[{"coding":[{"code":"laboratory"}]}],"code":{"text":"Hemoglobin"},"valueQuantity":{"value":13.80,"unit":"g/dL"}}
        {"resourceType":"DiagnosticReport","id":"r","status":"final","effectiveDateTime":"2019-02-03","category":[{"coding":[{"code":"LAB"}]}],"code":{"text":"Blood count"},"result":[{"reference":"Observation/hb"}]}
        {"resourceType":"DiagnosticReport","id":"s","status":"final","effectiveDateTime":"2019-02-03","category":[{"coding":[{"code":"RAD"}]}],"code":{"text":"Chest"}}
        """#)
    let kinds = try counts("Records by kind", in: text)
    #expect(kinds == ["Lab Results": 1, "Reports of results": 1, "Clinical Notes": 1])
    #expect(text.contains("<strong>13.80 g/dL</strong>") && text.contains("<a href=\"#test-0\">Hemoglobin</a>"))
    let notes = try #require(text.components(separatedBy: "<section id=\"note\"").last)
    #expect(notes.contains("Chest</th>") && !notes.contains("Blood count"))
  }

  @Test func anAllergyHasItsReactionsAndItsCriticality() throws {
    let text = try page(
      of: #"""
        {"resourceType":"AllergyIntolerance","id":"1","criticality":"CRITH","substance":{"text":"Peanut"},"patient":{"reference":"Patient/1"},"reaction":[{"manifestation":[{"text":"Hives"},{"coding":[{"display":"Wheezing"}]}],"severity":"moderate"}]}
        {"resourceType":"AllergyIntolerance","id":"2","criticality":"low","clinicalStatus":{"coding":[{"code":"active"}]},"code":{"text":"Pollen"},"patient":{"reference":"Patient/1"}}
        """#)
    let cell = "data-name=\"Reaction, and how serious the record calls it\">"
    #expect(text.contains(cell + "Hives, Wheezing (moderate); risk called high<"))
    #expect(text.contains(cell + "risk called low<"))
  }

  @Test func contradictionsStandSideBySide() throws {
    let records = ["5.1", "6.2"].map { value in
      #"""
      {"resourceType":"Observation","id":"hb","status":"final","effectiveDateTime":"2019-02-03","category":[{"coding":[{"code":"laboratory"}]}],"code":{"text":"Potassium"},"valueQuantity":{"value":\#(value),"unit":"mmol/L"}}
      """#
    }
    let path = try folder.write(records.joined(separator: "\n"), to: "a.ndjson")
    let text = page("--source", "City Clinic", path).output
    #expect(text.contains("City Clinic: one record 2 times, with contents that contradict each other."))
    let cells = "<td data-name=\"Record 1\">5.1 mmol/L</td><td data-name=\"Record 2\">6.2 mmol/L</td>"
    #expect(text.contains(cells) && text.contains("a.ndjson, line 2"))
    #expect(page("--no-identity", path).output.contains("Nobody looked for records that are there twice"))
  }

  func observation(_ members: String, _ code: String = #"{"text":"Sodium"}"#) -> String {
    let category = #""category":[{"coding":[{"code":"laboratory"}]}]"#
    return
      #"{"resourceType":"Observation","id":"\#(members.count)","status":"final",\#(category),"code":\#(code),"subject":{"reference":"Patient/1"},"effectiveDateTime":"2022-05-01",\#(members)}"#
  }

  /// A range as a value has its bounds in words.
  @Test func aRangeIsInWords() throws {
    let text = try page(
      of: [#""low":{"value":60,"unit":"mL/min"}"#, #""high":{"value":30,"unit":"mL/min"}"#].map {
        observation(#""valueRange":{\#($0)}"#)
      }.joined(separator: "\n"))
    #expect(text.contains("from 60 mL/min<") && text.contains("up to 30 mL/min<"))
  }

  /// The remark of a laboratory, the part of the body, and for whom a range holds are not left out.
  @Test func whatQualifiesAValueIsShown() throws {
    let ranges =
      #"[{"low":{"value":2},"high":{"value":15},"appliesTo":[{"text":"male"}]},{"high":{"value":27,"unit":"{T-score}"},"age":{"low":{"value":18,"unit":"years"}}}]"#
    let value = #""valueQuantity":{"value":37,"unit":"Cel","system":"http://unitsofmeasure.org","code":"Cel"}"#
    let text = try page(
      of: [
        observation(
          #"\#(value),"note":[{"text":"Haemolysed"}],"bodySite":{"text":"Left eye"},"referenceRange":\#(ranges)"#),
        observation(#"\#(value),"comments":"Do not use""#),
        #"{"resourceType":"Procedure","status":"completed","code":{"text":"Cataract surgery"},"bodySite":[{"text":"Left eye"}],"subject":{"reference":"Patient/1"}}"#,
      ].joined(separator: "\n"))
    #expect(
      text.contains(
        "2022-05-01, range male 2 to 15; age from 18 years, up to 27 T-score, remark: Haemolysed, "
          + "unknown source<"))
    #expect(text.contains("remark: Do not use,") && text.contains("<strong>37 °C</strong>"))
    #expect(text.contains("title\">Sodium, Left eye</h4>") && text.contains(">Cataract surgery, Left eye</th>"))
    let redacted = page("--redact", try folder.write(observation(#"\#(value),"comments":"Do not use""#), to: "r.json"))
    #expect(!redacted.output.contains("Do not use") && !redacted.output.contains("Sodium"))
  }

  /// One test has one code in the lists of two hospitals, if both give that of LOINC.
  @Test func theCodeOfLOINCCounts() throws {
    let own = #"{"system":"https://a.example.org","code":"7"}"#
    let other = #"{"system":"https://b.example.org","code":"7"}"#
    func records(_ codings: String...) -> String {
      codings.enumerated().map { number, codings in
        observation(
          #""valueInteger":1\#(number == 0 ? "" : "2")"#, #"{"text":"Test \#(number)","coding":[\#(codings)]}"#)
      }.joined(separator: "\n")
    }
    let loinc = #"{"system":"http://loinc.org","code":"17861-6"}"#
    let (shared, apart) = (try page(of: records(own + "," + loinc, loinc)), try page(of: records(own, other)))
    #expect([shared, apart].map { $0.matches(of: /<article id="test/).count } == [1, 2])
  }

  /// A name that stands elsewhere in the run, and a time that is no date, are found.
  @Test func namesAndTimesAreFoundWhereTheyAre() throws {
    let patient = #""patient":{"reference":"Patient/1"}"#
    let text = try page(
      of: [
        #"{"resourceType":"MedicationRequest","id":"1","meta":{"source":"https://h.example.org"},"status":"active","intent":"order","subject":{"reference":"Patient/1"},"medicationReference":{"reference":"Medication/m"}}"#,
        #"{"resourceType":"Medication","id":"m","code":{"text":"Warfarin 5 mg"}}"#,
        #"{"resourceType":"AllergyIntolerance","id":"2",\#(patient),"reaction":[{"substance":{"text":"Bee venom"}}]}"#,
        #"{"resourceType":"AllergyIntolerance","id":"3",\#(patient),"code":{"text":"Keine","coding":[{"code":"716186003"}]}}"#,
        #"{"resourceType":"Condition","id":"4",\#(patient),"code":{"text":"Gout"},"onsetAge":{"value":40,"unit":"years"}}"#,
        #"{"resourceType":"Condition","id":"7",\#(patient),"code":{"text":"No current problems"}}"#,
        #"{"resourceType":"Immunization","id":"5",\#(patient),"status":"completed","vaccineCode":{"text":"Measles"},"occurrenceString":"in childhood"}"#,
        #"{"resourceType":"FamilyMemberHistory","id":"6","status":"completed",\#(patient)}"#,
      ].joined(separator: "\n"))
    let cell = #"</th><td role="cell" data-name="Date">"#
    for fact in [
      ">Warfarin 5 mg</th>", ">Bee venom</th>", ">Gout\(cell)at the age of 40 years<", ">Measles\(cell)in childhood<",
      "Not shown on this page: illnesses in the family: 1, medication: 1.",
    ] { #expect(text.contains(fact), "\(fact)") }
    let none = text.components(separatedBy: "say that there are none")
    #expect(none.count == 3 && none[1].contains(">Keine</th>") && none[2].contains(">No current problems</th>"))
    #expect(text.contains("It leaves out the rest, such as reasons"))
  }

  @Test func aFolderWithoutRecordsIsNoGoodResult() throws {
    let text = page("--allow-empty", try folder.write("", to: "empty/a.ndjson")).output
    #expect(text.contains("No health records were found here.") && !text.contains("no fault was found"))
  }

  /// Every rule about files has words of its own, and every group of rules about records has some.
  @Test func everyRuleHasWordsForAPerson() {
    let general = PersonWords.all[PersonWords.all.count - 1].sentence
    for rule in RuleCatalog.all.rules where !["identity", "preflight", "exemption"].contains(rule.id.group) {
      #expect(PersonWords.of(rule.id).sentence != general, "\(rule.id)")
    }
    for name in PersonWords.all.flatMap(\.rules) where name.contains("/") {
      #expect(RuleCatalog.all[RuleID(rawValue: name)] != nil, "\(name)")
    }
  }

  /// Texts of records in every place of the page are escaped.
  @Test func textsOfRecordsAreNoMarkup() throws {
    let attack = #"<script>alert(1)</script>\" onload=\"x\u0000\u202e"#
    let text = try page(
      of: #"""
        {"resourceType":"Observation","id":"\#(attack)","status":"\#(attack)","effectiveDateTime":"\#(attack)","category":[{"coding":[{"code":"laboratory"}]}],"code":{"text":"\#(attack)"},"valueString":"\#(attack)","referenceRange":[{"text":"\#(attack)"}]}
        {"resourceType":"MedicationOrder","id":"\#(attack)","status":"\#(attack)","dateWritten":"\#(attack)","medicationCodeableConcept":{"text":"\#(attack)"},"dosageInstruction":[{"text":"\#(attack)"}]}
        """#)
    #expect(!text.contains("<script") && !text.contains("\" onload") && text.contains("&lt;script&gt;alert(1)"))
    #expect(!text.unicodeScalars.contains { $0.value == 0 || $0.value == 0x202E })
  }
}
