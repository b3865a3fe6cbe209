// begin
import FHIRFindings
import Foundation
import HealthPreflight

/// What is wrong in the Info.plist and the entitlements of an app, a line each.
func problems(ofAppIn folder: URL) throws -> [String] {
  let files = try ["Info.plist", "App.entitlements"].map { name in
    ProjectFile(path: name, bytes: Array(try Data(contentsOf: folder.appendingPathComponent(name))))
  }
  return Preflight().check(files).flatMap { report in
    report.findings.map { "\(report.path): \($0.severity): \($0.message)" }
  }
}
// end

func printReports(_ info: [UInt8], _ rights: [UInt8]) {
  // begin
  let files = [
    ProjectFile(path: "App/Info.plist", bytes: info), ProjectFile(path: "App/App.entitlements", bytes: rights),
  ]
  for report in Preflight().check(files) {
    for finding in report.findings { print(report.path, finding.rule, finding.message) }
  }
  // end
}

func printName(_ bytes: [UInt8]) throws {
  // begin
  let list = try PropertyList.read(bytes)
  if let name = list["CFBundleName"]?.value.string { print(name) }
  // end
}
