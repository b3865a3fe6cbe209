import FHIRTestSupport
import Foundation
import Testing

/// The one import has all models of each release.
struct ModelNamesTests {
  @Test(arguments: [("FHIRDSTU2", "DSTU2"), ("FHIRR4", "R4")])
  func theModelsAreMembersOfTheirRelease(module: String, release: String) throws {
    let names = ModelNames(module: module, release: release)
    let text = try names.text()
    #expect(text.contains("  public typealias Patient = \(module).Patient\n"))
    #expect(text.contains("extension \(module).Observation.Effective {"))
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
      try Data(text.utf8).write(to: PackageRoot.url.appending(path: names.path))
    }
    let isSame = try PackageRoot.bytes(names.path).elementsEqual(text.utf8)
    #expect(isSame, "\(names.path) is old; run RECORD_SNAPSHOTS=1 swift test --filter ModelNamesTests")
  }
}
