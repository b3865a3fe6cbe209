import ClinicalSources
import FHIRDiagnostics
import FHIRReporting

/// What a person is told about the faults of a rule: what is at fault, and who can help.
struct PersonWords: Sendable {
  /// What is at fault.
  enum Culprit: Sendable {
    /// The list of records that the phone wrote, or the files around the records.
    case export
    /// The record, as the institution sent it.
    case record
    /// The file as a whole: it was damaged on its way.
    case file
    /// A limit of this program.
    case program
  }

  let culprit: Culprit
  let sentence: String
  /// The rules, or the groups of rules.
  let rules: [String]

  /// The words for a rule: those for its name, else those for its group.
  static func of(_ rule: RuleID) -> PersonWords {
    let (name, group) = (rule.rawValue, String(rule.group))
    return all.first { $0.rules.contains { $0.byBytes == name.byBytes } }
      ?? all.first { $0.rules.contains { $0.byBytes == group.byBytes } } ?? all[all.count - 1]
  }

  /// Whether a finding is a fault in a record that a person is told of: an error, or a record that was not judged.
  static func concerns(_ finding: Diagnostic) -> Bool {
    let concerns = finding.severity >= .error || finding.rule == "structure/other-release"
    return concerns && RuleCatalog.sources[finding.rule] == nil
  }

  static let all = [
    PersonWords(
      culprit: .export, sentence: "The list of records names a record whose file is not there.",
      rules: ["source/missing-file", "source/outside-path"]),
    PersonWords(
      culprit: .export, sentence: "A record is not in the list of records, so it is not known who sent it.",
      rules: ["source/missing-stub"]),
    PersonWords(
      culprit: .export, sentence: "The list of records says something else about a record than the record itself.",
      rules: ["source/stub-disagrees"]),
    PersonWords(
      culprit: .export, sentence: "The list of records names one file twice.", rules: ["source/duplicate-stub"]),
    PersonWords(
      culprit: .export, sentence: "An entry in the list of records is not written as it must be.",
      rules: [
        "source/malformed-stub", "source/missing-attribute", "source/undeclared-entity", "source/unsupported-encoding",
      ]),
    PersonWords(
      culprit: .export, sentence: "The list of records gives a day of download that does not exist.",
      rules: ["source/invalid-received-date"]),
    PersonWords(
      culprit: .export, sentence: "The list of records gives a version of the format that is not known.",
      rules: ["source/unknown-version"]),
    PersonWords(
      culprit: .export, sentence: "The list of records ends in the middle, so records may be missing.",
      rules: ["source/truncated-export"]),
    PersonWords(
      culprit: .file, sentence: "A file is damaged or cut off, so records may be missing.",
      rules: [
        "source/truncated", "source/damaged-data", "source/damaged-directory", "source/wrong-checksum",
        "source/wrong-size", "source/header-mismatch", "source/overlapping-entry", "source/trailing-data",
      ]),
    PersonWords(
      culprit: .file, sentence: "A part of an archive was not opened, or its name is not as it must be.",
      rules: [
        "source/encrypted-entry", "source/unsupported-archive", "source/nested-archive", "source/not-a-file",
        "source/unsafe-path", "source/name-encoding", "source/duplicate-entry",
      ]),
    PersonWords(
      culprit: .file, sentence: "A file has another form than its name says, and was not read.",
      rules: ["source/not-json"]),
    PersonWords(
      culprit: .file, sentence: "A clinical document is damaged, so that other programs cannot open it.",
      rules: ["source/malformed-document"]),
    PersonWords(
      culprit: .file, sentence: "A health card cannot be read, or is no longer valid.", rules: ["card"]),
    PersonWords(
      culprit: .file, sentence: "A file cannot be read as a record: it is cut off or damaged.",
      rules: ["json", "structure/not-an-object", "structure/missing-resource-type"]),
    PersonWords(
      culprit: .program, sentence: "Something is larger than this program reads, so a part was left out.",
      rules: ["limit"]),
    PersonWords(
      culprit: .program,
      sentence: "A record is of a version or a kind that this program does not know, so nothing in it was checked.",
      rules: ["structure/other-release", "structure/unknown-resource-type"]),
    PersonWords(
      culprit: .record, sentence: "Something that every such record must have is missing.",
      rules: ["structure/missing-element"]),
    PersonWords(
      culprit: .record, sentence: "Something is in a record that does not belong there, or is in the wrong form.",
      rules: ["structure", "bundle", "extension"]),
    PersonWords(
      culprit: .record, sentence: "A date, a number or a text is not written as it must be.", rules: ["value"]),
    PersonWords(culprit: .record, sentence: "A code is used that its list does not have.", rules: ["code"]),
    PersonWords(
      culprit: .record, sentence: "A record refers to another one that it must not refer to, or in a wrong way.",
      rules: ["reference"]),
    PersonWords(culprit: .record, sentence: "Two parts of a record do not fit together.", rules: ["invariant"]),
    PersonWords(
      culprit: .record, sentence: "The text of a record for people is not written as it must be.", rules: ["narrative"]),
    PersonWords(
      culprit: .record, sentence: "A record does not meet the additional rules that it claims, or that you asked for.",
      rules: ["profile", "definition", "questionnaire"]),
    PersonWords(culprit: .record, sentence: "Something in a record is not as it must be.", rules: []),
  ]

  /// A problem for the page.
  func problem(source: String, isExport: Bool) -> PersonReport.Problem {
    let (name, advice): (String, String)
    switch culprit {
    case .export:
      name = "The export"
      advice = "The hospital cannot help. Export again; if the fault comes back, tell the maker of the phone."
    case .file:
      name = isExport ? "The export" : "The file"
      advice =
        isExport
        ? "A phone writes each file anew, so the file was damaged by the export or later. Export or copy it again."
        : "Get the file again from where it came."
    case .program: (name, advice) = ("This program", "No file is at fault.")
    case .record:
      name = source.isEmpty ? "The file of an unknown source" : "The file of " + source
      advice = "Nothing is lost by that. Only the institution that wrote the record can correct it."
    }
    return PersonReport.Problem(culprit: name, sentence: sentence, advice: advice)
  }
}
