import FHIRProfiles
import FHIRSchema
import FHIRTestSupport
import FHIRValidation
import Foundation
import Testing

/// A file of profiles, and of records that meet or break them.
///
/// ```text
/// base Patient "active": true                  what records of the type begin with
/// case WORDS                                   what it is about
/// profile NAME TYPE [from BASE]                its elements follow, one a line; the first profile judges all records
/// { "path": "Patient.birthDate", "min": 1 }
/// define { "resourceType": "ValueSet", ... }   any other definition, whole
/// valid "birthDate": "2000-01-01"              members of a record in which no error is found, or a whole record
/// broken required-element "gender": "male"     members of one in which errors of just these rules are found
/// ```
///
/// `~name` stands for `http://example.org/name`, and a line that begins with a space continues the previous one.
struct CaseFile {
  struct Case: CustomTestStringConvertible, Sendable {
    var file = ""
    var words = ""
    var definitions: [String] = []
    var records: [Record] = []

    var testDescription: String { "\(file): \(words)" }
  }

  /// A record, and the rules of the expected errors.
  struct Record: Sendable {
    var text: String
    var rules: [String]
  }

  private(set) var cases: [Case] = []
  private var bases: [String: String] = [:]
  private var profiles: [(name: String, type: String, base: String, elements: [String])] = []

  /// All cases of all files.
  static let all: [Case] = {
    let folder = PackageRoot.url.appending(path: "Tests/FHIRProfilesTests/Cases")
    return PackageRoot.files(below: folder, ending: ".cases").flatMap { file -> [Case] in
      let text = (try? String(contentsOf: folder.appending(path: file), encoding: .utf8)) ?? ""
      return CaseFile(file, text.replacing("~", with: "http://example.org/")).cases
    }
  }()

  private init(_ file: String, _ text: String) {
    let lines = text.replacing("\n ", with: " ").split(separator: "\n").filter { !$0.hasPrefix("#") }
    for line in lines {
      let (word, rest) = Self.halves(line)
      switch word {
      case "base":
        let (type, members) = Self.halves(rest)
        bases[String(type)] = String(members)
      case "case":
        close()
        cases.append(Case(file: file, words: String(rest)))
      case "profile":
        let words = rest.split(separator: " ").map(String.init)
        let core = "http://hl7.org/fhir/StructureDefinition/\(words[1])"
        profiles.append((words[0], words[1], words.count > 3 ? words[3] : core, []))
      case "define": cases[cases.count - 1].definitions.append(String(rest))
      case "valid": add(rest, rules: "")
      case "broken":
        let (rules, members) = Self.halves(rest)
        add(members, rules: rules)
      default: profiles[profiles.count - 1].elements.append(String(line))
      }
    }
    close()
  }

  private mutating func add(_ members: Substring, rules: Substring) {
    let type = profiles[0].type
    // The first members of a record may replace those of the base.
    let name = members.prefix { $0 != ":" }
    let base = (bases[type] ?? "").split(separator: ", ").filter { !$0.hasPrefix(name) }
    let text =
      members.hasPrefix("{")
      ? String(members)
      : #"{ "resourceType": "\#(type)", \#((base + [members]).joined(separator: ", ")) }"#
    let names = rules.split(separator: ",").map { $0.contains("/") ? String($0) : "profile/\($0)" }
    cases[cases.count - 1].records.append(Record(text: text, rules: names.sorted()))
  }

  /// Ends a case: its profiles are the first of its definitions.
  private mutating func close() {
    guard !cases.isEmpty else { return }
    let definitions = profiles.map { profile in
      ProfileCase.definition(
        "http://example.org/\(profile.name)", profile.elements.joined(separator: ",\n"), of: profile.type,
        base: profile.base, more: #""version": "1.0.0", "fhirVersion": "4.0.1","#)
    }
    cases[cases.count - 1].definitions.insert(contentsOf: definitions, at: 0)
    profiles = []
  }

  private static func halves(_ text: Substring) -> (Substring, Substring) {
    let end = text.firstIndex(of: " ") ?? text.endIndex
    return (text[..<end], text[end...].drop { $0 == " " })
  }
}
