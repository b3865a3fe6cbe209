import FHIRFindings
import HealthPreflight
import Testing

struct NotPairedTests {
  private static let rights = "<plist><dict><key>com.apple.developer.healthkit</key><true/></dict></plist>"
  private static let info =
    "<plist><dict><key>NSHealthUpdateUsageDescription</key><string>Stores your meals.</string></dict></plist>"

  private func lines(_ files: [(String, String)]) -> [String] {
    Preflight().check(files.map { ProjectFile(path: $0.0, bytes: Array($0.1.utf8)) }).flatMap { report in
      report.findings.map { "\(report.path) \($0.rule) \($0.range.start)..<\($0.range.end) \($0.message)" }
    }
  }

  @Test func reportsBoth() {
    #expect(
      lines([("Rights/App.entitlements", Self.rights), ("App/Info.plist", Self.info)]) == [
        "Rights/App.entitlements preflight/not-paired 7..<13 expected one Info.plist beside, around or below these "
          + "entitlements, found none; they were not compared",
        "App/Info.plist preflight/not-paired 7..<13 expected entitlements that belong to this Info.plist, found only "
          + "those of others; they were not compared",
      ])
  }

  @Test func reportsHowManyAreNear() {
    let found = lines([
      ("All.entitlements", Self.rights), ("A/Info.plist", "<plist><dict/></plist>"),
      ("B/Info.plist", "<plist><dict/></plist>"),
    ])
    #expect(
      found == [
        "All.entitlements preflight/not-paired 7..<13 expected one Info.plist beside, around or below these "
          + "entitlements, found 2 that are equally near; they were not compared"
      ])
  }

  @Test func ignoresProjectsWithoutHealthKit() {
    #expect(lines([("A.entitlements", "<plist><dict/></plist>")]) == [])
  }

  /// The content of an unreadable file is unknown, and the file has its own finding.
  @Test func ignoresNeighboursOfAnUnreadableFile() {
    let found = lines([("App/App.entitlements", Self.rights), ("App/Info.plist", "<plist><dict>")])
    #expect(found.count == 1 && found[0].contains("preflight/malformed-property-list"))
  }
}
