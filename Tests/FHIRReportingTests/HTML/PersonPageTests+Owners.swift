@testable import FHIRReporting
import Foundation
import Testing

/// Whose each record is, and who the page says it is of.
extension PersonPageTests {
  @Test func thePersonsAreNamed() {
    var persons = ["Anna Bauer", "Anna Bauer", "Bert Bauer"].map { record(.other, $0, "") }
    for place in persons.indices { persons[place].type = "Patient" }
    persons[2].detail = "2015-01-01"
    #expect(html(of: persons).contains("<p>Of: Anna Bauer; Bert Bauer, born 2015-01-01.</p>"))
    (persons[0].source, persons[1].name, persons[1].source) = ("Lakeside", "", "St. Anna")
    persons[0].marks = [PersonReport.Record.unverified]
    persons[1].detail = "1984-06"
    let text = html(of: persons)
    #expect(
      text.contains(
        "<p>Of: Anna Bauer (so says an unverified health card from Lakeside); "
          + "Bert Bauer, born 2015-01-01; "
          + "a person without a name, born 1984-06 (so says St. Anna).</p>"))
    #expect(!html(PersonReport(tool: HostileReport.tool)).contains("Of: "))
    // All persons can be found, however many they are, and dates of birth have no times.
    let many = (1...12).map { number in
      var person = record(.other, "Person \(number)", "")
      (person.type, person.detail) = ("Patient", "1956-10-14T00:00:00.000Z")
      return person
    }
    let all = html(of: many)
    #expect(all.contains("<details><summary>Of 12 persons") && all.contains("<li>Person 12, born 1956-10-14</li>"))
  }

  /// A record that refers to nobody who is there is named, unless records were left out.
  @Test func recordsOfStrangersAreNamed() {
    var records = ["Anna Bauer", "Gout", "", "Acne", "Mumps", "Cough"].map { record(.condition, $0, "") }
    (records[0].type, records[0].id, records[1].owner) = ("Patient", "1", "1")
    for place in 2..<6 { records[place].owner = "77" }
    #expect(
      html(of: records).contains(
        "<li>4 records are of a person whose name and date of birth stand in no record here: without a name; "
          + "Acne; Mumps; …. It can be somebody else; check that before you rely on them</li>"
      ))
    #expect(!html(of: Array(records.prefix(2))).contains("stand in no record"))
    var report = PersonReport(tool: HostileReport.tool)
    (report.facts, report.leftOut) = (records, 1)
    #expect(!html(report).contains("It can be somebody else"))
  }

  /// On a page of several persons each row, card and link says whose it is, and none is of two persons; on a page of one
  /// person nothing does.
  @Test func eachRecordSaysWhoseItIs() {
    var persons = ["Anna Bauer", "Bert Bauer", ""].map { record(.other, $0, "") }
    for place in persons.indices { (persons[place].type, persons[place].id) = ("Patient", "\(place)") }
    persons[2].detail = "1984-06"
    let owners = [
      "Patient/0", "https://a.example.org/Patient/1/_history/2", "urn:uuid:2", "Patient/77", "", "Device/0",
    ]
    let kinds: [PersonReport.Kind] = [.allergy, .condition, .medication]
    let records = owners.enumerated().flatMap { number, owner in
      var records = kinds.map { record($0, "Zinc", "active") } + [PersonSample.hemoglobin(13, year: 2018)]
      for place in records.indices {
        (records[place].owner, records[place].id) = (owner, "\(number)")
        if records[place].kind == .medication { records[place].manner = "prescribed" }
      }
      return records
    }
    let text = html(of: persons + records)
    func counts(_ pattern: String) throws -> Int { text.matches(of: try Regex(pattern)).count }
    for whose in [
      "of Anna Bauer", "of Bert Bauer", "of the person born 1984-06", "of a person not named here",
      "names no person",
    ] {
      let line = "<br><span class=\"quiet\">\(whose)</span>"
      #expect(text.components(separatedBy: "Zinc\(line)</th>").count == 4, "\(whose)")
      #expect(text.contains("Zinc\(line)</h4>") && text.contains("Hemoglobin\(line)</h4>"), "\(whose)")
      #expect(text.contains("Hemoglobin (\(whose))</a>"), "\(whose)")
    }
    // What is about a device names no person.
    #expect(text.contains("2 such records") && text.contains("of 6 medications") == false)
    #expect(text.contains("6 values of several persons of 2018-05-06."))
    let one = html(of: Array(records.prefix(4)) + [persons[0]])
    #expect(!one.contains("of Anna Bauer") && one.contains("scope=\"row\">Zinc</th>"))
  }

  /// A number that two persons have is of the one whose source, or whose file, is that of the record.
  @Test func oneNumberMayBeOfTwoPersons() {
    var persons = ["Anna Bauer", "Bert Bauer"].map { record(.other, $0, "") }
    var one = record(.allergy, "Zinc", "active")
    one.owner = "Patient/1"
    for place in persons.indices {
      (persons[place].type, persons[place].id, persons[place].source) = ("Patient", "1", "\(place)")
      persons[place].file = "\(place).json"
    }
    for (source, file, whose) in [
      ("1", "", "of Bert Bauer"), ("", "0.json", "of Anna Bauer"), ("", "", "of Anna Bauer or Bert Bauer"),
      ("2", "", "of a person not named here"),
    ] {
      (one.source, one.file) = (source, file)
      #expect(html(of: persons + [one]).contains("Zinc<br><span class=\"quiet\">\(whose)</span></th>"), "\(whose)")
    }
  }

  /// Of the persons who have a number, a record is of the one whom it names, as far as that can be told.
  @Test func theNameInTheRecordCounts() {
    var persons = ["Anna B. Bauer", "Bert Bauer"].map { record(.other, $0, "") }
    for place in persons.indices { (persons[place].type, persons[place].id) = ("Patient", "1") }
    var one = record(.allergy, "Zinc", "active")
    one.owner = "Patient/1"
    for (name, whose) in [
      ("Anna Bauer", "of Anna Bauer, by the name in the record; its number is also used for Bert Bauer"),
      ("A. Bauer", "of A. Bauer, by the name in the record; its number is also used for Bert Bauer"),
      ("BAUER, BERT", "of BAUER, BERT, by the name in the record; its number is also used for Anna B. Bauer"),
      ("Cara", "of Cara, by the name in the record; its number is also used for Anna B. Bauer or Bert Bauer"),
      ("", "of Anna B. Bauer or Bert Bauer"),
    ] {
      one.ownerName = name
      #expect(html(of: persons + [one]).contains("Zinc<br><span class=\"quiet\">\(whose)</span></th>"), "\(name)")
    }
    // Where the source is not known, even one person may be another one; in one file, a name is only written otherwise.
    (one.ownerName, persons[0].file, persons[1].id) = ("Cara", "a.json", "2")
    let whose = "of Cara, by the name in the record; its number is also used for Anna B. Bauer<"
    #expect(html(of: persons + [one]).contains(whose))
    one.file = "a.json"
    #expect(html(of: persons + [one]).contains("Zinc<br><span class=\"quiet\">of Anna B. Bauer</span></th>"))
  }

  /// One name with two dates of birth does not agree.
  @Test func twoDatesOfBirthDoNotAgree() {
    var persons = ["Anna Bauer", "Anna Bauer", "Anna Bauer", "Bert Bauer", ""].map { record(.other, $0, "") }
    for place in persons.indices { persons[place].type = "Patient" }
    (persons[0].detail, persons[1].detail, persons[3].detail) = ("1987-02-20", "2007-02-20", "1950-01-01")
    #expect(
      html(of: persons).contains(
        "<li>Anna Bauer: born 1987-02-20 in one record, 2007-02-20 in another; they may be two persons</li>"))
    #expect(
      html(of: [persons[0], persons[2], persons[3], persons[4]]).contains("Nothing was found that does not agree."))
  }

  /// The heading of the medications says so if these are of several persons, as those of the results do.
  @Test func theMedicationsOfSeveralPersonsAreNamedSo() {
    var records = ["active", "stopped"].map { record(.medication, "Zinc", $0) }
    for place in records.indices { (records[place].owner, records[place].manner) = ("Patient/\(place)", "prescribed") }
    #expect(html(of: records).contains("Active, by their records: 1 of 2 medications of several persons</h3>"))
    records[1].owner = records[0].owner
    #expect(html(of: records).contains("Active, by their records: 1 of 1 medication</h3>"))
  }
}
