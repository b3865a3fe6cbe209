import FHIRReporting
import FHIRTestSupport
import Foundation
import Testing

/// The page in a real browser: `drive.py` opens it, uses it by keyboard, measures contrast and watches for requests.
@Suite(.serialized) struct BrowserTests {
  private static let programs = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
  static let browser = programs.first { FileManager.default.isExecutableFile(atPath: $0) }
  static let python = "/usr/bin/env"

  @Test(.enabled(if: browser != nil, "no Chromium"))
  func thePageWorksAndDoesNoHarm() throws {
    var page: [UInt8] = []
    HostileReport.page.render(into: &page)
    try drive(page, [])
  }

  @Test(.enabled(if: browser != nil, "no Chromium"))
  func thePageOfAPersonCanBeReadByEverybody() throws { try drive(Array(PersonSample.page.html.utf8), ["person"]) }

  private func drive(_ page: [UInt8], _ arguments: [String]) throws {
    // An environment variable names a folder for the pictures.
    let pictures = ProcessInfo.processInfo.environment["FHIRCHECK_PICTURES"]
    let kept = pictures.map { ([$0] + arguments).joined(separator: "/") }
    let folder = kept ?? NSTemporaryDirectory() + "fhircheck-page-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { if kept == nil { try? FileManager.default.removeItem(atPath: folder) } }
    try Data(page).write(to: URL(fileURLWithPath: folder + "/page.html"))

    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.python)
    let driver = PackageRoot.url.appending(path: "Tests/FHIRReportingTests/Browser/drive.py").path()
    process.arguments = ["python3", driver, Self.browser ?? "", folder + "/page.html", folder] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0 && said.isEmpty, "\(said)")
  }
}
