import ClinicalSources
import FHIRToolkit
import FHIRModelRuntime
import FHIRPath
import FHIRSupport
import FHIRSchema
import FHIRTape
import FHIRTestSupport
import Foundation
import HealthPreflight
import Testing
import UCUM

/// Every error that the libraries throw has a description for people.
struct ErrorTests {
  @Test func errorsHaveDescriptions() throws {
    let unit = #expect(throws: UCUMFault.self) { try UCUMUnit("mg/foo") }
    #expect(unit?.localizedDescription == "characters 3..<6: expected the symbol of a unit")
    let path = #expect(throws: FHIRPathError.self) { try FHIRPathExpression("a.", release: .r4) }
    #expect(path?.localizedDescription.hasPrefix("column 3: ") == true)
    #expect(throws: (any Error).self) { try FileBytes(path: "/nowhere/at all") }
    do {
      _ = try FileSource(URL(filePath: "/nowhere/at all"))
    } catch {
      #expect(error.localizedDescription == "no such file or folder")
    }
    #expect(RewindError(limit: 5).localizedDescription.contains("5 bytes"))
    #expect(InputTooLarge(limit: 5).localizedDescription.contains("5 bytes"))
  }

  /// A type without a description would be shown as "error 1".
  @Test func noErrorIsForgotten() throws {
    let sources = PackageRoot.url.appending(path: "Sources")
    let described = String(
      decoding: try PackageRoot.bytes("Sources/FHIRToolkit/Foundation/Errors/LocalizedErrors.swift"), as: UTF8.self)
    var found = 0
    for file in PackageRoot.files(below: sources, ending: ".swift") where !file.contains("/Generated/") {
      let text = String(decoding: try PackageRoot.bytes(sources.appending(path: file)), as: UTF8.self)
      for match in text.matches(of: /(?m)^public (?:struct|enum|final class) (\w+): [^{]*\bError\b/) {
        let name = String(match.output.1)
        found += 1
        let isDescribed =
          described.contains("extension \(name): LocalizedError") || text.contains("CustomNSError")
        #expect(isDescribed, "\(name) in \(file) is no LocalizedError")
      }
    }
    #expect(found >= 8)
  }
}
