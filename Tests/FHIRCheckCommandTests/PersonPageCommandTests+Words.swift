@testable import FHIRCheckCommand
import FHIRReporting
import FHIRTestSupport
import Foundation
import Testing

/// How records are put in words, and what stands first.
extension PersonPageCommandTests {
  /// The two amounts of one unit of a record are one test with two lines, the systolic pressure first.
  @Test(arguments: [false, true])
  func whatIsMeasuredTogetherIsOneTest(_ isReversed: Bool) throws {
    let text = try page(
      of: pressures { year in
        let parts = [
          part("Systolic", year == 2018 ? "131.23456" : "121", code: "8480-6"), part("Diastolic", "78", code: "8462-4"),
        ]
        return isReversed && year == 2019 ? parts.reversed() : parts
      })
    #expect(text.contains("title\">Blood pressure</h4>\n<p class=\"quiet\">Systolic / Diastolic</p>"))
    #expect(text.contains("<strong>121/78 mmHg</strong>") && text.contains("<td>131.23456/78 mmHg</td>"))
    #expect(
      text.contains("Blood pressure: 2 values from 2018-02-03 to 2019-02-03; the lowest 78, the highest 131.2… mmHg"))
    #expect(text.matches(of: /<article id="test/).count == 1 && text.matches(of: /<polyline/).count == 2)
    #expect(text.matches(of: /<circle/).count == 4 && text.contains("The dashed line is of the second numbers."))
    // A bound is listed, and only the other number drawn.
    let bound = try page(of: pressures { _ in [part("Systolic", "121"), part("Diastolic", "<80")] })
    #expect(bound.contains("<strong>121/&lt;80 mmHg</strong>") && bound.matches(of: /<circle/).count == 2)
  }

  /// An end that is over stands beside the status that ignores it.
  @Test func whatHasEndedAndIsCalledActiveIsNamed() throws {
    func condition(_ name: String, _ status: String, _ end: String) -> String {
      #"{"resourceType":"Condition","clinicalStatus":{"coding":[{"code":"\#(status)"}]},"code":{"text":"\#(name)"},"abatementDateTime":"\#(end)","subject":{"reference":"Patient/1"}}"#
    }
    let text = try page(
      of: [
        condition("Gout", "active", "2019"), condition("Acne", "inactive", "2019"),
        condition("Asthma", "active", "2999"),
        #"{"resourceType":"MedicationStatement","status":"active","medicationCodeableConcept":{"text":"Iron"},"subject":{"reference":"Patient/1"},"effectivePeriod":{"end":"2019-05-06"}}"#,
      ].joined(separator: "\n"))
    let cell = "data-name=\"Status\">"
    #expect(text.contains("2019</td><td role=\"cell\" \(cell)active, ended 2019; the record still says active<"))
    #expect(text.contains("\(cell)inactive<") && text.contains("\(cell)active<"))
    #expect(text.contains("active, ended 2019-05-06; the record still says active"))
    // That does not agree.
    #expect(text.contains("<li>2 records have a last day that is over, and still say active: "))
  }

  /// Amounts and times without a text are put in words, if that leaves nothing out.
  @Test func instructionsAreReadWhereTheyAreSimple() throws {
    let dose = #""doseAndRate":[{"doseQuantity":{"value":1,"unit":"tablet"}}]"#
    let daily = #""frequency":2,"period":1,"periodUnit":"d""#
    func medication(_ name: String, _ dosage: String) -> String {
      #"{"resourceType":"MedicationRequest","status":"active","intent":"order","subject":{"reference":"Patient/1"},"medicationCodeableConcept":{"text":"\#(name)"},"dosageInstruction":[{\#(dosage)}]}"#
    }
    let cases = [
      (#"\#(dose),"timing":{"repeat":{\#(daily)}}"#, "1 tablet, twice a day"),
      (#"\#(dose),"text":"With water""#, "With water"),
      (
        #""doseQuantity":{"value":5,"unit":"mL"},"timing":{"repeat":{"period":8,"periodUnits":"h"}}"#,
        "5 mL, every 8 hours"
      ),
      (
        #""timing":{"repeat":{"frequency":3,"period":2,"periodUnit":"wk"}},"asNeededBoolean":true"#,
        "3 times in 2 weeks, as needed"
      ),
      (#"\#(dose),"timing":{"code":{"text":"at night"}}"#, "1 tablet, at night"),
      (#""asNeededBoolean":true"#, "as needed"),
      (
        #""doseQuantity":{"value":1},"additionalInstructions":[{"coding":[{"code":"x","display":"With water"}]}]"#,
        "1, With water"
      ),
      (
        #"\#(dose),"timing":{"repeat":{\#(daily),"boundsPeriod":{"start":"2020-01-01","end":"2020-02-01"}}}"#,
        "1 tablet, twice a day from 2020-01-01 to 2020-02-01"
      ),
    ]
    let unclear = [
      #"\#(dose),"timing":{"repeat":{\#(daily),"dayOfWeek":["mon"]}}"#, #"\#(dose),"maxDosePerPeriod":{}"#,
      #"\#(dose),"timing":{"repeat":{"frequency":2}}"#, #""doseAndRate":[{"doseRange":{"low":{"value":1}}}]"#,
      #""route":{"text":"oral"}"#, #""doseQuantity":{"value":1,"unit":"mg","comparator":"<"}"#,
      #"\#(dose),"timing":{"repeat":{"frequency":"2","period":1,"periodUnit":"d"}}"#,
    ]
    let all = cases.map(\.0) + unclear
    let text = try page(of: all.enumerated().map { medication("M\($0)", $1) }.joined(separator: "\n"))
    for (number, words) in (cases.map(\.1) + unclear.map { _ in "instructions not given as text" }).enumerated() {
      let cell = text.firstMatch(of: try Regex<(Substring, Substring)>(">M\(number)</th>.*?\"Instructions\">([^<]*)<"))
      #expect(cell?.output.1 ?? "" == words)
    }
  }

  /// A damaged spelling is no source of its own, and the page says where names come from.
  @Test func damagedNamesOfSourcesAreNamed() throws {
    let text = page(PackageRoot.url.appending(path: "Samples/apple-health-export").path()).output
    #expect(
      text.contains("<p>22 records from 3 named sources (4 records have no source that can be read) in 21 files."))
    #expect(text.contains("<th scope=\"row\">unreadable name (&#39;&amp;e9;&#39;)</th>"))
    // Where the files are on the machine is nobody's business.
    #expect(text.contains("of &#39;export.xml&#39;, found") && !text.contains("/apple-health-export/export.xml"))
    #expect(try counts("Records by source", in: text)["St. Anna Clinic"] == 14)
    #expect(text.contains(">confirmed, source written &#39;St.␋Anna Clinic&#39;</td>"))
    let known =
      #"{"coding":[{"system":"http://terminology.hl7.org/CodeSystem/condition-ver-status","code":"confirmed"}]}"#
    let other = try folder.write(condition("1", known, source: "St. Anna CLINIC"), to: "a.json")
    let both = page(other, try folder.write(condition("2", known, source: "St.Anna Clinic"), to: "b.json")).output
    #expect(both.contains("<p>2 records from 1 named source in 2 files."))
  }

  private func condition(_ id: String, _ status: String, source: String = "https://h.example.org", more: String = "")
    -> String
  {
    #"{"resourceType":"Condition","id":"\#(id)","meta":{"source":"\#(source)"},"verificationStatus":\#(status),"code":{"text":"Burnt ear"},"subject":{"reference":"Patient/1"}\#(more)}"#
  }

  /// A code that is written as a word here and as a concept there is no contradiction; another code is one.
  @Test func oneCodeInTwoFormsIsNoContradiction() throws {
    func text(_ other: String, _ category: String = #"{"text":"a"}"#) throws -> String {
      let first = condition("1", #""confirmed""#, more: #","severity":{"text":"Severe"},"category":[{"text":"a"}]"#)
      let more = #","category":\#(category),"severity":{"text":"Severe"}"#
      let path = try folder.write(first + "\n" + condition("1", other, more: more), to: "a.ndjson")
      return page("--source", "City Clinic", path).output
    }
    let concept = #"{"coding":[{"system":"https://s.example.org","code":"confirmed"}]}"#
    let same = try text(concept)
    #expect(same.contains("one record 2 times; only the way in which codes are written differs.</p>"))
    #expect(!same.contains("two things") && !same.contains("contradict") && !same.contains("does not show"))
    #expect(same.contains("data-name=\"How serious the record calls it\">Severe<"))
    // What the page cannot name is no contradiction that it could show.
    for differing in [
      try text(concept, #"[{"text":"a"},{"text":"b"}]"#),
      try text(concept.replacing(#""}]"#, with: #""},{"code":"x"}]"#)),
    ] {
      #expect(differing.contains("<h3>Versions that differ</h3>") && !differing.contains("says two things"))
      #expect(differing.contains("They differ in a part that this page does not show."))
    }
    let refuted = try text(concept.replacing("confirmed", with: "refuted"))
    #expect(refuted.contains("1 record says two things") && refuted.contains("that contradict each other."))
    #expect(
      refuted.contains(
        "Burnt ear</a>, City Clinic: status: confirmed in one copy, found not to be so in another</li>"))
  }

  /// Copies that differ in their texts for people or in data about the record are the same twice.
  @Test func otherTextsAreNoContradiction() throws {
    let one = condition("1", #""confirmed""#)
    let other = one.replacing(
      #""source":"#, with: #""tag":[{"code":"x"}],"source":"#
    ).replacing(#","code""#, with: #","text":{"status":"generated","div":"<div>Ear</div>"},"code""#)
    let path = try folder.write(one + "\n" + other, to: "a.ndjson")
    let text = page("--source", "City Clinic", path).output
    #expect(!text.contains("says two things") && text.contains("Nothing was found that does not agree."))
    #expect(text.contains("<h3>The same twice: nothing to do</h3>\n<details><summary>1 record: Burnt ear</summary>"))
    #expect(text.contains("only the accompanying text, or data about the record, differs."))
    // A kind that no part shows has its state, too.
    let visits = ["planned", "finished"].map {
      #"{"resourceType":"Encounter","id":"v","status":"\#($0)","class":{"code":"AMB"},"period":{"start":"2015-11-01"}}"#
    }
    let visit = page("--source", "City Clinic", try folder.write(visits.joined(separator: "\n"), to: "v.ndjson")).output
    #expect(
      visit.contains(
        "one record of visits, 2015-11-01</a>, City Clinic: status: planned in one copy, finished in another<"))
  }

  /// One number of a source that is not known may be of two persons, which is no double.
  @Test func oneNumberOfTwoPersonsIsNoDouble() throws {
    let records = (1...2).flatMap { number in
      [
        #"{"resourceType":"Patient","id":"\#(number)","name":[{"text":"Person \#(number)"}]}"#,
        #"{"resourceType":"Procedure","id":"p","status":"completed","code":{"text":"Operation \#(number)"},"subject":{"reference":"Patient/\#(number)"}}"#,
        #"{"resourceType":"Procedure","id":"q\#(number)","status":"completed","code":{"text":"Suture"},"subject":{"reference":"Patient/\#(number)"}}"#,
      ]
    }
    let text = try page(of: records.joined(separator: "\n"))
    let twins = try #require(
      text.components(separatedBy: "One number for several things, people or institutions</h3>").last)
    #expect(
      twins.contains("<td data-name=\"Record 1\">Operation 1</td><td data-name=\"Record 2\">Operation 2</td>")
        && !text.contains("<h3>Versions that differ"))
    #expect(text.contains("<p>1 record is there more than once: 1 that share only their number.</p>"))
    for number in 1...2 { #expect(text.contains("Suture<br><span class=\"quiet\">of Person \(number)</span></th>")) }
  }

  /// A number that a source gives to things of several names or days says nothing twice, and each is listed.
  @Test func oneNumberOfSeveralThingsIsNoContradiction() throws {
    let records = ["Peanut", "Wheat", "Dander"].map {
      #"{"resourceType":"AllergyIntolerance","id":"me","code":{"text":"\#($0)"},"patient":{"reference":"Patient/1"}}"#
    }
    func text(_ count: Int) throws -> String {
      page("--source", "City Clinic", try folder.write(records.prefix(count).joined(separator: "\n"), to: "a.ndjson"))
        .output
    }
    let three = try text(3)
    #expect(three.contains("City Clinic: one number for 3 records of different things; each is listed"))
    #expect(three.contains("One number stands for records of different things."))
    #expect(!three.contains("says two things") && three.contains("Nothing was found that does not agree."))
    #expect(try text(2).contains("1 record says two things"))
  }

  /// Versions of one record that differ do not agree, be it the record of a person; what is equal agrees.
  @Test func versionsThatDifferDoNotAgree() throws {
    func person(_ name: String, _ version: Int) -> String {
      #"{"resourceType":"Patient","id":"1","meta":{"versionId":"\#(version)"},"name":[{"text":"\#(name)"}]}"#
    }
    func text(_ names: String...) throws -> String {
      let records = names.enumerated().map { person($1, $0 + 1) }.joined(separator: "\n")
      return page("--source", "City Clinic", try folder.write(records, to: "a.ndjson")).output
    }
    // Of an unknown source, even records of one person may be of two institutions.
    let records = ["Gout", "Gout, both feet"].map {
      #"{"resourceType":"Condition","id":"1","code":{"text":"\#($0)"},"subject":{"reference":"Patient/1"}}"#
    }
    let unknown = try page(of: ([person("Anna Bauer", 1)] + records).joined(separator: "\n"))
    #expect(unknown.contains("<h3>One number for several things, people or institutions</h3>"))
    #expect(!unknown.contains("Versions that differ") && unknown.contains("Nothing was found that does not agree."))
    let differing = try text("Ann Bauer", "Anna Bauer")
    #expect(
      differing.contains("City Clinic: name: Ann Bauer in one copy, Anna Bauer in another</li>")
        && differing.contains("<h3>Versions that differ</h3>")
        && !differing.contains("people or institutions"))
    #expect(differing.contains("<p>1 record is there more than once: 1 versions that differ.</p>"))
    #expect(try text("Anna Bauer", "Anna Bauer").contains("Nothing was found that does not agree."))
  }

  /// What an entry of the list of records has wrong is said of the record, and what the record says instead.
  @Test func theListAndTheRecordStandSideBySide() {
    let text = page(PackageRoot.url.appending(path: "Samples/apple-health-export").path()).output
      .replacing("&#39;", with: "'").replacing(", of the person born 1984-06", with: "")
    for words in [
      "Back pain: source 'St.␋Anna Clinic'; Acne: kind 'a condition', and a second kind in the list; the first is used; Nausea: no source; "
        + "Fatigue: source '&amp;e9;'<",
      "Anemia: format '5.0.0'; Sprain: format 'DSTU2'<", "Cough: day of download '2021-02-30 05:06:07 +0100'<",
    ] { #expect(text.contains("<br><span class=\"records\">" + words), "\(words)") }
    for words in [
      "Migraine: the list calls it a lab result or a measurement, the record a condition<",
      "Influenza, 2020-10-05: the list names it twice, with the sources 'St. Anna Clinic', which this page uses, and "
        + "'Lakeside &amp; Valley Hospital'<",
      "Acne: kind 'a condition', and a second kind in the list; the first is used<",
      "Gout: the list gives it the number 'c-3', the record 'C-3'<",
    ] { #expect(text.contains("<li>" + words), "\(words)") }
    // The fault names its records, too.
    #expect(
      text.contains(
        "than the record itself: 2 times.<br><span class=\"records\">Gout: the list gives it the number 'c-3', the record "
          + "'C-3'; Migraine: the list calls it"))
    #expect(text.contains("expected the id 'c-3' of the entry"))
  }

  /// What may harm stands above what is only lost, and a contradiction leads to its records.
  @Test func theGravestStandsFirst() throws {
    func allergy(_ members: String) -> String {
      #"{"resourceType":"AllergyIntolerance","id":"a","code":{"text":"Wasp"},"patient":{"reference":"Patient/1"}\#(members)}"#
    }
    let records = [
      observation(#""valuequantity":{"value":4}"#), observation(#""valueInteger":4"#),
      observation(#""valueInteger":5"#), #"{"resourceType":"Observatoin","id":"x"}"#,
      allergy(""), allergy(#","criticality":"high""#),
      #"{"resourceType":"Condition","id":"c","code":{"text":"Gout"},"subject":{"reference":"Patient/1"}}"#,
      #"{"resourceType":"Condition","id":"c","code":{"text":"Gout"},"subject":{"reference":"Patient/1"}}"#,
    ]
    let path = try folder.write(records.joined(separator: "\n"), to: "a.ndjson")
    let text = page("--source", "City Clinic", path).output
    #expect(
      text.contains(
        "</strong><ul><li>2 records say two things (<a href=\"#twin-1\">Wasp, City Clinic</a>; "
          + "<a href=\"#twin-0\">Sodium, City Clinic</a>)</li>\n<li><a href=\"#problems-0\">1 record without a known type"
      ))
    #expect(text.contains("<article id=\"twin-1\" class=\"twin\"><h4>Wasp</h4>"))
    let problems = try #require(text.components(separatedBy: "<section id=\"problems\"").last)
    let (harm, loss, other) = (
      "is there several times, and what is said of it differs.", "in a form that could not be read.",
      "A record is there several times, and what it says differs."
    )
    let places = try [harm + "<br>", loss + "<br>", other + "<br>", "Records that are there more than once: 3."].map {
      try #require(problems.range(of: $0), "\($0)").lowerBound
    }
    #expect(places == places.sorted())
  }

  /// Words of technicians stand only where the page says so.
  @Test func sentencesHaveNoWordsOfTechnicians() {
    let lacks = ["code", "x"].map { PersonWords.Lack(element: $0, kind: .condition).sentence(1) }
    for sentence in PersonWords.all.map(\.sentence) + lacks {
      #expect(!sentence.contains(#/\b(resource|element|reference|bundle|stub|profile|code|asked for)/#.ignoresCase()))
    }
  }
}
