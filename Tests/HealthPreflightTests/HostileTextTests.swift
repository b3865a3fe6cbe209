import FHIRFindings
@testable import HealthPreflight
import FHIRTestSupport
import Testing

/// Text of a project is compared by its bytes, and its files are not compared pairwise.
struct HostileTextTests {
  private let marks = HostileText.marks

  private func check(_ bytes: [UInt8], path: String = "Info.plist") {
    #expect(!Preflight().check([ProjectFile(path: path, kind: .infoPlist, bytes: bytes)])[0].findings.isEmpty)
  }

  @Test func aStringOfJSON() {
    let json = """
      {
        "NSHealthRequiredReadAuthorizationTypeIdentifiers": ["allergyRecord", "x", "y"], "a": "b", "a": { "c": "d" },
        "NSHealthUpdateUsageDescription": "Health", "UIRequiredDeviceCapabilities": ["healthkit", "metal"]
      }
      """
    HostileText.variants(of: Array(json.utf8)) { check($0) }
  }

  @Test func aStringOfXML() {
    let key = "NSHealthRequiredReadAuthorizationTypeIdentifiers"
    for text in [
      "<key>\(key)</key><array><string>\(marks)</string><string>\(marks)</string></array>",
      "<key>NSHealthUpdateUsageDescription</key><string>\(marks)</string>",
      "<key>NSHealthUpdateUsageDescription</key><string>\(marks) $(</string><key>a</key><true/><key>a</key><true/>",
      "<key>\(marks)</key><string>a</string><key>\(marks)</key><string>a</string>",
      "<key>UIRequiredDeviceCapabilities</key><array><string>\(marks)</string><string>healthkit</string></array>",
      "<\(marks)>", "<key>a</key><\(marks)/>", "<key>a</key><string>&\(marks);</string>",
    ] {
      check(Array("<plist version=\"1.0\"><dict>\(text)</dict></plist>".utf8))
    }
    check(Array("<?xml version='1.0' encoding='\(marks)'?><plist><dict/></plist>".utf8))
    check(Array("<?xml \(marks)encoding='x'?><plist><dict/></plist>".utf8))
  }

  @Test func aStringOfTheBinaryFormat() {
    let units = Array(marks.utf16)
    let count = UInt32(units.count)
    let text: [UInt8] =
      [0x6F, 0x12] + (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) }
      + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    var list = BinaryList([0xD2, 1, 1, 2, 2], text, [0x09])
    list.offsetSize = 4
    check(list.bytes)
  }

  /// One long text with very many references would be hashed for each.
  @Test func aTextThatIsReferredToTooOften() {
    let text: [UInt8] = [0x5F, 0x12, 0, 0x10, 0, 0] + [UInt8](repeating: 0x61, count: 1 << 20)
    var list = BinaryList([0xDF, 0x11, 0x4E, 0x20] + [UInt8](repeating: 1, count: 40_000), text)
    list.offsetSize = 4
    let report = Preflight().check([ProjectFile(path: "Info.plist", bytes: list.bytes)])[0]
    #expect(report.findings.map(\.rule.rawValue) == ["preflight/property-list-limit"])
  }

  @Test func aPath() {
    let info = Array("<plist version=\"1.0\"><dict/></plist>".utf8)
    for path in ["\(marks)/Info.plist", "\(marks)-Info.plist", "a/\(marks)/b-Info.plist", "App-Info.plist"] {
      for rights in ["\(marks)/x.entitlements", "\(marks).entitlements", "App\(marks).entitlements"] {
        let files = [ProjectFile(path: path, bytes: info), ProjectFile(path: rights, bytes: info)]
        #expect(Preflight().check(files).count == 2)
      }
    }
    #expect(!ProjectFile.isForeign(folder: marks))
  }

  @Test func manyFilesArePairedInOnePass() {
    let numbers = 0..<20_000
    let same = Pairing(
      entitlements: numbers.map { "App\($0)X.entitlements" }, infoPlists: numbers.map { "App\($0)-Info.plist" },
      isWholeProject: true)
    #expect(same.outcomes == numbers.map { .paired($0) })
    let apart = Pairing(
      entitlements: numbers.map { "\($0)/a/App.entitlements" }, infoPlists: numbers.map { "\($0)/Info.plist" },
      isWholeProject: true)
    #expect(apart.outcomes == numbers.map { .paired($0) })
    let open = Pairing(
      entitlements: numbers.map { "x/\($0).entitlements" }, infoPlists: numbers.map { "App\($0)/Info.plist" },
      isWholeProject: true)
    #expect(open.outcomes.allSatisfy { $0 == .none })
    let beginnings = Pairing(
      entitlements: numbers.map { _ in "\(String(repeating: "A", count: 300)).entitlements" },
      infoPlists: (1...300).map { String(repeating: "A", count: $0) + "-Info.plist" }, isWholeProject: true)
    #expect(beginnings.outcomes.allSatisfy { $0 == .paired(299) })
  }

  @Test func unreadFilesAreNotComparedWithAll() {
    let files = (0..<5_000).flatMap { number in
      [
        ProjectFile(path: "i\(number)/Info.plist", bytes: Array("<broken".utf8)),
        ProjectFile(
          path: "e\(number)/App.entitlements",
          bytes: Array("<plist><dict><key>com.apple.developer.healthkit</key><true/></dict></plist>".utf8)),
      ]
    }
    #expect(Preflight().check(files).count == 10_000)
  }
}
