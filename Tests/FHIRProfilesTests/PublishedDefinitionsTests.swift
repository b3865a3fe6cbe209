import FHIRProfiles
import FHIRSchema
import FHIRTestSupport
import FHIRValidation
import Foundation
import Testing

/// Every published definition compiles.
struct PublishedDefinitionsTests {
  /// A folder beside the package, with the folders whose definitions it needs.
  struct Folder: CustomTestStringConvertible, Sendable {
    let path: String
    let needs: [String]
    let release: FHIRRelease
    /// The definitions that cannot be compiled, or not wholly, each for a reason of its own.
    let exceptions: [String: String]

    var testDescription: String { path }

    var validator: Validator? {
      var library = ProfileLibrary()
      for folder in [path] + needs {
        guard let url = PublishedDefinitionsTests.definitions?.appending(path: folder) else { return nil }
        for file in PackageRoot.files(below: url, ending: ".json") {
          guard let bytes = try? PackageRoot.bytes(url.appending(path: file)) else { continue }
          library.add(bytes, name: file)
        }
      }
      return Validator(release: release, library: library)
    }
  }

  static let definitions: URL? = {
    let folder = PackageRoot.url.deletingLastPathComponent().appending(path: "shared/definitions")
    return FileManager.default.fileExists(atPath: folder.path()) ? folder : nil
  }()

  static let folders = [
    Folder(path: "argonaut/dstu2-form", needs: [], release: .dstu2, exceptions: [:]),
    Folder(path: "uscore/3.1.1", needs: ["r4/profiles"], release: .r4, exceptions: [:]),
    Folder(path: "uscore/3.1.0", needs: ["r4/profiles"], release: .r4, exceptions: [:]),
    Folder(path: "dstu2/profiles", needs: ["dstu2/extensions"], release: .dstu2, exceptions: [:]),
    Folder(path: "dstu2/extensions", needs: [], release: .dstu2, exceptions: [:]),
    Folder(path: "r4/profiles", needs: ["r4/extensions"], release: .r4, exceptions: [:]),
    Folder(path: "r4/extensions", needs: [], release: .r4, exceptions: [:]),
  ]

  @Test(.enabled(if: definitions != nil, "the published definitions are not beside the package"), arguments: folders)
  func compiles(folder: Folder) throws {
    let validator = try #require(folder.validator)
    for fault in validator.profileFaults where folder.exceptions[fault.profile] == nil {
      Issue.record("\(fault)")
    }
  }
}
