import FHIRDiagnostics
import Foundation
import FHIRTestSupport
import Testing

/// Judges the examples, definitions and questionnaires that were published with DSTU2.
@Suite(
  "Published examples", .enabled(if: PackageRoot.corpora != nil, "the corpora are not at hand beside the package"))
struct PublishedExamplesTests {
  static let folder = PackageRoot.corpora?.appending(path: "dstu2-official")

  static let files: [String] = {
    guard let folder else { return [] }
    return ["generated-questionnaires", "instances", "instances-with-comments", "spec-artefacts"].flatMap { name in
      PackageRoot.files(below: folder.appending(path: name), ending: ".json").map { "\(name)/\($0)" }
    }
  }()

  /// Errors by `file | rule`, from the table of files that break the specification.
  static let violations: [String: Int] = {
    let rows = ((try? TextTable.lines("published-violations")) ?? []).map { $0.components(separatedBy: " | ") }
    return Dictionary(
      uniqueKeysWithValues: rows.compactMap { row in
        row.count == 4 && !row[3].isEmpty ? Int(row[2]).map { ("\(row[0]) | \(row[1])", $0) } : nil
      })
  }()

  @Test func everyRowOfTheTableIsWhole() throws {
    #expect(try TextTable.lines("published-violations").count == Self.violations.count)
    #expect(Self.violations.values.allSatisfy { $0 > 0 })
  }

  @Test func allFilesAreThere() {
    #expect(Self.files.count == 635)
  }

  @Test func noFileButTheListedOnesHasAnError() throws {
    let folder = try #require(Self.folder)
    var found: [String: Int] = [:]
    for file in Self.files {
      for error in FoundErrors(in: try PackageRoot.bytes(folder.appending(path: file))).errors {
        found["\(file) | \(error.rule)", default: 0] += 1
      }
    }
    for key in Set(found.keys).union(Self.violations.keys).sorted() {
      #expect(found[key, default: 0] == Self.violations[key, default: 0], "\(key)")
    }
  }
}
