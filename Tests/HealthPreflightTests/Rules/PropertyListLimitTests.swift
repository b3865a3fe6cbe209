import FHIRFindings
import HealthPreflight
import Testing

struct PropertyListLimitTests {
  private func nested(_ levels: Int) -> [UInt8] {
    let open = String(repeating: "<array>", count: levels - 1)
    let close = String(repeating: "</array>", count: levels - 1)
    return Array("<plist><dict><key>a</key>\(open)\(close)</dict></plist>".utf8)
  }

  @Test func reportsTheLevelThatIsTooDeep() {
    #expect(Preflight.lines(in: nested(64)).isEmpty)
    #expect(
      Preflight.lines(in: nested(65)) == [
        "preflight/property-list-limit 466..<473 expected at most 64 levels, found a deeper one"
      ])
  }

  @Test func reportsADeepOneInJSON() {
    let text = "{\"a\":" + String(repeating: "[", count: 100_000)
    #expect(
      Preflight.lines(in: Array(text.utf8)) == [
        "preflight/property-list-limit 68..<69 expected a property list in JSON, found a fault (limit/too-deep): "
          + "arrays and objects are nested too deeply"
      ])
  }

  @Test func reportsTooManyValues() {
    let text = "<plist><array>" + String(repeating: "<true/>", count: 100_000) + "</array></plist>"
    #expect(
      Preflight.lines(in: Array(text.utf8)) == [
        "preflight/property-list-limit 700007..<700014 expected at most 100000 values, found more"
      ])
  }

  @Test func reportsTooManyBytes() {
    var limits = PropertyListLimits()
    limits.maximumBytes = 20
    let files = [ProjectFile(path: "Info.plist", bytes: Array("<plist><dict/></plist>".utf8))]
    let found = Preflight(limits: limits).check(files).flatMap(\.findings)
    #expect(found.map(\.message) == ["expected at most 20 bytes, found more"])
  }

  /// The readers are recursive, so their own limit cannot be raised.
  @Test func theDepthCannotBeRaisedAtWill() {
    var limits = PropertyListLimits()
    limits.maximumDepth = .max
    #expect(limits.maximumDepth == 512)
  }
}
