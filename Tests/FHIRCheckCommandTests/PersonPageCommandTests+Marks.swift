import FHIRTestSupport
import Foundation
import Testing

/// What a record calls its results, and whether these are in the range that it states.
extension PersonPageCommandTests {
  private static let letters = "http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation"

  private func value(_ number: String, _ more: String = "", unit: String = "mmol/L") -> String {
    #""valueQuantity":{"value":\#(number),"unit":"\#(unit)"}\#(more)"#
  }

  private static func mark(_ code: String, _ text: String = "", _ system: String = letters) -> String {
    let words = text.isEmpty ? "" : #","text":"\#(text)""#
    return #","interpretation":[{"coding":[{"system":"\#(system)","code":"\#(code)","display":"High"}]\#(words)}]"#
  }

  /// The entries of the list at the head of the results.
  private func marked(_ page: String) -> [String] {
    let parts = page.components(separatedBy: "<h3 id=\"marked\">")
    guard parts.count == 2 else { return [] }
    let list = parts[1].components(separatedBy: "</ul>")[0]
    return list.matches(of: /<li>(.*?)<\/li>/).map { String($0.output.1).replacing(/<[^>]*>/, with: "") }
  }

  /// A letter of HL7 is a mark; a word, and a code of another list, is what the record calls it.
  @Test(arguments: [
    (Self.mark("H"), "marked H (High), unknown"), (Self.mark("H", "high"), "marked H (High), unknown"),
    (#","interpretation":{"coding":[{"code":"LL"}]}"#, "marked LL, unknown"),
    (Self.mark("H", "Above all others"), "marked H (High), the record calls it: Above all others, unknown"),
    (Self.mark("281302008", "", "http://snomed.info/sct"), "the record calls it: High, unknown"),
    (#","interpretation":{"text":"Insufficient"}"#, "the record calls it: Insufficient, unknown"),
    (Self.mark("N").replacing("High", with: "Normal"), "marked N (Normal), unknown"),
  ])
  func whatTheRecordCallsAResultIsSaid(_ interpretation: String, _ words: String) throws {
    let text = try page(of: observation(value("5", interpretation)))
    #expect(text.contains("2022-05-01, no range stated, \(words) source<"))
    let isNormal = words.contains("marked N")
    #expect(marked(text) == (isNormal ? [] : ["Sodium: 5 mmol/L, 2022-05-01, \(words) source"]))
  }

  /// The word for a whole is said of its parts, be they in the record or in others.
  @Test func theWordForAWholeIsSaidOfItsParts() throws {
    let verdict = #","interpretation":[{"text":"Isolated Diastolic Hypertension"}]"#
    let pressure = pressures { _ in [part("Systolic pressure", "121"), part("Diastolic pressure", "95")] }
    let pair = try page(of: pressure.replacing(#"}]}"# + "\n", with: "}]\(verdict)}\n"))
    #expect(pair.contains("the record calls it: Isolated Diastolic Hypertension, unknown source"))
    let parts = #""component":[\#(part("Depth", "4", unit: "mm")),\#(part("Weight", "7"))]"#
    let panel = try page(of: observation(parts + verdict))
    let words = "2022-05-01, no range stated, the record calls the whole: Isolated Diastolic Hypertension"
    #expect(panel.matches(of: try Regex(words)).count == 2 && marked(panel).count == 2)
    let member = observation(value("5"))
    let id = try #require(member.firstMatch(of: /"id":"([0-9]+)"/)).output.1
    for members in [
      #""hasMember":[{"reference":"Observation/\#(id)"}]"#,
      #""related":[{"type":"has-member","target":{"reference":"Observation/\#(id)"}}]"#,
    ] {
      let text = try page(of: member + "\n" + observation(members + verdict, #"{"text":"Salts"}"#))
      #expect(text.contains("<strong>5 mmol/L</strong> <span class=\"quiet\">" + words))
    }
  }

  /// A record with such a word and without a value is a result, too.
  @Test func aWordWithoutAValueIsShown() throws {
    let text = try page(of: observation(#""comments":"x""# + Self.mark("A"), #"{"text":"Foot"}"#))
    #expect(text.contains("<strong>no value: none stated</strong>") && !text.contains("of a result has no value"))
    #expect(marked(text) == ["Foot: no value: none stated, 2022-05-01, marked A (High), remark: x, unknown source"])
    let lost = try page(of: observation(#""valueQuantity":7"# + Self.mark("A")))
    #expect(lost.contains("no value: it could not be read"))
  }

  /// Numbers of one unit are compared, and the record's words for the range stay.
  @Test func aValueOutsideItsRangeIsNamed() throws {
    func text(_ number: String, _ range: String, _ more: String = "") throws -> String {
      try page(of: observation(value(number, #","referenceRange":[{\#(range)}]\#(more)"#)))
    }
    let (low, high) = (#""low":{"value":3.5,"unit":"mmol/L"}"#, #""high":{"value":5,"unit":"mmol/L"}"#)
    let silence = "that the record states; the laboratory set no mark, unknown source"
    for number in ["3.49", "5.01", "-1"] {
      let outside = try text(number, low + "," + high)
      #expect(marked(outside) == ["Sodium: \(number) mmol/L, 2022-05-01, outside the range 3.5 to 5 mmol/L \(silence)"])
    }
    for number in ["3.5", "3.50", "4", "5.0"] {
      let inside = try text(number, low + "," + high)
      #expect(marked(inside).isEmpty && inside.contains("range 3.5 to 5 mmol/L"))
    }
    #expect(try text("6", high).contains("outside the range up to 5 mmol/L \(silence)"))
    #expect(
      try text("6", high, Self.mark("H")).contains(
        "outside the range up to 5 mmol/L that the record states, marked H (High),")
    )
    let named = try text("6", high + #","type":{"text":"Normal Range"}"#)
    #expect(named.contains("outside the Normal Range up to 5 mmol/L \(silence)"))
    #expect(
      try text("4", high + #","type":{"text":"Normal Range"}"#).contains("2022-05-01, Normal Range up to 5 mmol/L, "))
    // Another unit, a bound, several ranges and words are not compared.
    for (number, range) in [
      ("6", #""high":{"value":5,"unit":"mg/L"}"#), ("6", #""high":{"value":5}"#), ("6", #""text":"up to 5""#),
    ] {
      #expect(marked(try text(number, range)).isEmpty, "\(range)")
    }
    #expect(marked(try text("6", high + "},{" + low)).isEmpty)
    let bound = value("6", #","referenceRange":[{\#(high)}]"#).replacing(
      #""unit":"#, with: #""comparator":"<","unit":"#)
    #expect(marked(try page(of: observation(bound))).isEmpty)
  }

  /// Of two amounts, the one that is outside is named.
  @Test func theAmountOutsideItsRangeIsNamed() throws {
    let range = #","referenceRange":[{"high":{"value":90,"unit":"mmHg"}}]}"#
    let text = try page(
      of: pressures { year in
        [part("Systolic", "121"), String(part("Diastolic", "\(year - 1926)").dropLast()) + range]
      })
    #expect(
      marked(text) == [
        "Blood pressure: 121/93 mmHg, 2019-02-03, outside the range Diastolic up to 90 mmHg that the record states; "
          + "the laboratory set no mark, unknown source",
        "Blood pressure: 121/92 mmHg, 2018-02-03, outside the range Diastolic up to 90 mmHg that the record states; "
          + "the laboratory set no mark, unknown source",
      ])
  }

  /// However many tests are cut, no marked result is lost, and the top says how many are left out.
  @Test func whatIsMarkedIsNotCut() throws {
    let tests = (0..<252).map { number in
      observation(value("5", number > 250 ? Self.mark("H") : ""), #"{"text":"Test \#(1_000 + number)"}"#)
    }
    let text = try page(of: tests.joined(separator: "\n"))
    #expect(marked(text) == ["Test 1251: 5 mmol/L, 2022-05-01, marked H (High), unknown source"])
    let words = "not shown, for lack of room;"
    let marks = "of them with results that are marked or outside their range"
    #expect(
      text.contains("<li>2 tests are \(words) 1 \(marks): see <a href=\"#marked\">the list of such results</a></li>"))
    #expect(text.contains("<a href=\"#test-249\">") && !text.contains("#test-250\""))
    let none = try page(of: tests.dropLast().joined(separator: "\n"))
    #expect(none.contains("<li>1 test is \(words) 0 \(marks)</li>"))
    // A copy without the mark does not hide it.
    let copies = ["", Self.mark("H")].map {
      observation(value("5", $0)).replacing(#/"id":"[0-9]+"/#, with: #""id":"1""#)
    }
    #expect(marked(try page(of: copies.joined(separator: "\n"))).count == 1)
    // What was entered in error is no mark, and what has no number comes last.
    let withdrawn = observation(value("5", Self.mark("H"))).replacing("final", with: "entered-in-error")
    let last = observation(#""valueString":"present""# + Self.mark("POS"), #"{"text":"A"}"#).replacing(
      "2022", with: "2023")
    let both = try page(of: [withdrawn, last, observation(value("7", Self.mark("L")))].joined(separator: "\n"))
    #expect(marked(both).map { $0.prefix(4) } == ["Sodi", "A: p"])
  }

  /// Of several blood pressures the latest is named; a group whose members are here is no result without a value.
  @Test func theLatestBloodPressureIsNamed() throws {
    let persons = (1...2).map { #"{"resourceType":"Patient","id":"\#($0)","name":[{"text":"Person \#($0)"}]}"# }
    let records = pressures { _ in [part("Systolic", "121"), part("Diastolic", "80")] }.components(separatedBy: "\n")
    let owned = records.enumerated().map { number, record in
      record.replacing(#""status""#, with: #""subject":{"reference":"Patient/\#(number + 1)"},"status""#)
    }
    let text = try page(of: (persons + owned).joined(separator: "\n"))
    #expect(text.contains("<p>The latest blood pressure: <strong>121/80 mmHg</strong>, of Person 2, 2019-02-03.</p>"))
    let one = try page(of: records[0])
    #expect(!one.contains("The latest blood pressure") && !one.contains("Not found in what could be read: blood"))
    let group = observation(#""related":[{"type":"has-component","target":{"reference":"Observation/2018"}}]"#)
    #expect(!(try page(of: group + "\n" + records[0]).contains("has no value")))
    #expect(try page(of: group + "\n" + observation(value("5"))).contains("1 record of a result has no value: Sodium"))
  }

  /// An old element has the date of a result, also where years are counted.
  @Test func anOldDateIsADate() throws {
    let old = observation(value("5")).replacing("effectiveDateTime", with: "appliesDateTime")
    let text = try page(of: old + "\n" + observation(value("5.5")).replacing("2022", with: "2021"))
    #expect(text.contains("<strong>5 mmol/L</strong> <span class=\"quiet\">2022-05-01, "))
    #expect(try counts("Records by year", in: text) == ["2022": 1, "2021": 1] && !text.contains("in no year"))
    let both = try page(of: old.replacing(#""status""#, with: #""issued":"2020-01-01T00:00:00Z","status""#))
    #expect(try counts("Records by year", in: both) == ["2020": 1])
  }

}
