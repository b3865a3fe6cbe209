import FHIRFindings
import FHIRSchema
import FHIRTestSupport
import FHIRValidation
import Foundation
import Testing

/// Validates the examples, definitions and questionnaires that were published with a release, by that release: the
/// smallest example of each type, which stand in `Examples`, and all of them if they are beside the package.
@Suite("Published examples") struct PublishedExamplesTests {
  /// Files that were published with a release.
  struct Corpus: Sendable, CustomTestStringConvertible {
    let release: FHIRRelease
    let url: URL
    let folders: [String]
    /// How many files there are.
    let count: Int

    var testDescription: String { "\(release.name) \(count)" }

    /// As paths from the folder of the corpus.
    var files: [String] {
      folders.flatMap { name in
        PackageRoot.files(below: url.appending(path: name), ending: ".json").map { "\(name)/\($0)" }
      }
    }

    /// The rows of the table of files that violate the specification.
    func rows() throws -> [[String]] {
      try TextTable.lines("published-violations-\(release.name)").map { $0.components(separatedBy: " | ") }
    }

    /// Errors by `file | rule`, from that table.
    func violations() throws -> [String: Int] {
      Dictionary(
        uniqueKeysWithValues: try rows().compactMap { row in
          row.count == 4 && !row[3].isEmpty ? Int(row[2]).map { ("\(row[0]) | \(row[1])", $0) } : nil
        })
    }

    /// The smallest example of each type, if it has less than 2,500 bytes.
    static func smallest(_ release: FHIRRelease, _ folder: String, count: Int) -> Corpus {
      let examples = PackageRoot.url.appending(path: "Tests/ConformanceTests/Examples/\(release.name)")
      return Corpus(release: release, url: examples, folders: [folder], count: count)
    }

    /// All examples that are beside the package; `nil` without them.
    static func all(_ release: FHIRRelease, _ folders: [String], count: Int) -> Corpus? {
      PackageRoot.corpora.map {
        Corpus(release: release, url: $0.appending(path: "\(release.name)-official"), folders: folders, count: count)
      }
    }
  }

  static let published = [
    Corpus.all(
      .dstu2, ["generated-questionnaires", "instances", "instances-with-comments", "spec-artefacts"], count: 635),
    .all(.stu3, ["instances"], count: 320),
    .all(.r4, ["instances", "spec-artefacts"], count: 659),
    .all(.r4b, ["instances"], count: 262),
  ].compactMap { $0 }

  static let corpora =
    published + [
      .smallest(.dstu2, "instances-with-comments", count: 53), .smallest(.stu3, "instances", count: 70),
      .smallest(.r4, "instances", count: 79), .smallest(.r4b, "instances", count: 67),
    ]

  @Test(
    .enabled(if: PackageRoot.corpora != nil, "only the smallest example of each type is there"), arguments: published)
  func everyFileOfTheTableIsThere(corpus: Corpus) throws {
    #expect(Set(try corpus.rows().map { $0[0] }).isSubset(of: corpus.files))
  }

  @Test(arguments: corpora)
  func everyRowOfTheTableIsComplete(corpus: Corpus) throws {
    let violations = try corpus.violations()
    #expect(try corpus.rows().count == violations.count)
    #expect(violations.values.allSatisfy { $0 > 0 })
  }

  @Test(arguments: corpora)
  func allFilesAreThere(corpus: Corpus) {
    #expect(corpus.files.count == corpus.count)
  }

  @Test(arguments: corpora)
  func noFileButTheListedOnesHasAnError(corpus: Corpus) throws {
    let files = Set(corpus.files)
    let violations = try corpus.violations().filter { files.contains($0.key.components(separatedBy: " | ")[0]) }
    let validator = Validator.insisting(on: corpus.release)
    var found: [String: Int] = [:]
    for file in corpus.files {
      for error in FoundErrors(in: try PackageRoot.bytes(corpus.url.appending(path: file)), by: validator).errors {
        found["\(file) | \(error.rule)", default: 0] += 1
      }
    }
    for key in Set(found.keys).union(violations.keys).sorted() {
      #expect(found[key, default: 0] == violations[key, default: 0], "\(key)")
    }
  }

  /// A file has the same findings whether its release is recognised by its content or given. What STU3 has in common with
  /// another release is judged as that one.
  @Test(arguments: corpora.filter { $0.release != .stu3 })
  func theReleaseIsRecognisedByTheContent(corpus: Corpus) throws {
    let (telling, insisting) = (Validator(), Validator.insisting(on: corpus.release))
    var differing: Set<String> = []
    for file in corpus.files {
      let bytes = try PackageRoot.bytes(corpus.url.appending(path: file))
      if FoundErrors(in: bytes, by: telling).places != FoundErrors(in: bytes, by: insisting).places {
        differing.insert(file)
      }
    }
    #expect(differing == [])
  }

  /// The records of one file have nothing that R4 lacks, not even a narrative.
  @Test(arguments: corpora.filter { $0.release != .stu3 })
  func theReleaseOfEachFileIsTold(corpus: Corpus) throws {
    // What R4B has in common with R4 is judged as R4.
    let releases: Set = corpus.release == .r4b ? ["r4", "r4b"] : [corpus.release.name]
    let validator = Validator()
    let others = try corpus.files.filter { file in
      let told = validator.validate(try PackageRoot.bytes(corpus.url.appending(path: file))).tally.releases.keys
      return !releases.isSuperset(of: told)
    }
    #expect(Set(others).isSubset(of: corpus.release == .dstu2 ? ["spec-artefacts/Bundle-terminologies.json"] : []))
  }
}
