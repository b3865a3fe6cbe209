import FHIRFindings
import FHIRValidation
import Foundation
import HealthPreflight
import FHIRTestSupport
import Testing

/// The projects in `Samples/preflight` have exactly their expected findings.
struct SamplesTests {
  private func findings(in project: String) throws -> [String] {
    let folder = PackageRoot.url.appending(path: "Samples/preflight/\(project)")
    let files = try PackageRoot.files(below: folder, ending: "").filter { ProjectFile.kind(ofFileAt: $0) != nil }
      .map { ProjectFile(path: $0, bytes: try PackageRoot.bytes(folder.appending(path: $0))) }
    #expect(!files.isEmpty)
    return zip(files, Preflight().check(files)).flatMap { file, report in
      let lines = LineTable(file.bytes)
      return report.findings.map {
        let place = lines.position(of: $0.range.start)
        return "\(report.path):\(place.line):\(place.column) \($0.rule) \($0.path)"
      }
    }
  }

  @Test func theSoundOneRaisesNothing() throws {
    #expect(try findings(in: "sound") == [])
  }

  @Test func theFaultyOneRaisesWhatIsExpected() throws {
    let expected = String(decoding: try PackageRoot.bytes("Samples/preflight/faulty.expected"), as: UTF8.self)
    #expect(try findings(in: "faulty") == expected.split(separator: "\n").map(String.init))
  }

  /// Each rule occurs, except the one that would need a large file.
  @Test func theFaultyOneShowsEveryRule() throws {
    let shown = Set(
      try findings(in: "faulty").compactMap { $0.split(separator: " ").dropFirst().first.map(String.init) })
    #expect(Set(RuleCatalog.preflight.rules.map(\.id.rawValue)).subtracting(shown) == ["preflight/property-list-limit"])
  }
}
