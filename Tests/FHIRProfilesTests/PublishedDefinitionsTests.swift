import FHIRProfiles
import FHIRSchema
import FHIRTestSupport
import FHIRValidation
import Foundation
import Testing

/// Every published definition compiles.
struct PublishedDefinitionsTests {
  /// A folder next to the package, with the folders whose definitions it needs.
  struct Folder: CustomTestStringConvertible, Sendable {
    let path: String
    let needs: [String]
    let release: FHIRRelease
    var testDescription: String { path }

    var validator: Validator? {
      var library = ProfileLibrary()
      for folder in [path] + needs {
        guard let url = PublishedDefinitionsTests.definitions?.appending(path: folder) else { return nil }
        for file in PackageRoot.files(below: url, ending: ".json") where file != "package.json" {
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

  /// The elements that cannot be compiled, each with the reason.
  static let exceptions = [
    "http://hl7.org/fhir/StructureDefinition/catalog, Composition.date": "its slices have no discriminator",
    "http://hl7.org/fhir/StructureDefinition/example-composition, Composition.section":
      "its slices are told by codes that it does not state",
    "http://hl7.org/fhir/StructureDefinition/familymemberhistory-genetic, FamilyMemberHistory.":
      "its slices have no discriminator",
    "http://hl7.org/fhir/StructureDefinition/daf-immunization, Immunization.":
      "references to an organization, which the type does not have",
    "http://hl7.org/fhir/StructureDefinition/example, DiagnosticReport.performer": "a reference to an observation",
    "http://hl7.org/fhir/StructureDefinition/example, DiagnosticReport.representation": "there is no such element",
    "http://hl7.org/fhir/StructureDefinition/example, DiagnosticReport.issued": "it is an instant, and no dateTime",
    "http://hl7.org/fhir/StructureDefinition/qicore-adverseevent-": "targets are profiles, which are in another folder",
    "http://hl7.org/fhir/StructureDefinition/qicore-condition, Condition.extension:bodySiteInstance":
      "the extension has neither a url nor a definition",
    "http://hl7.org/fhir/StructureDefinition/qicore-goal, Goal.extension:Goal.target":
      "the extensions have neither a url nor a definition",
    "http://hl7.org/fhir/StructureDefinition/sdcde-dataelement, DataElement.mapping:OtherMapping":
      "the slice for all others states nothing that tells them",
    "http://hl7.org/fhir/StructureDefinition/sdcde-dataelement, DataElement.mapping:ObjectClassPropertyMapping.identity":
      "it is an id, and no uri",
    "http://hl7.org/fhir/StructureDefinition/sdcde-dataelement, DataElement.element.mapping:ClassPropertyMapping.identity":
      "it is an id, and no uri",
  ]

  static let folders = [
    Folder(path: "argonaut/dstu2-form", needs: [], release: .dstu2),
    Folder(path: "uscore/3.1.1", needs: ["r4/profiles"], release: .r4),
    Folder(path: "uscore/3.1.0", needs: ["r4/profiles"], release: .r4),
    Folder(path: "dstu2/profiles", needs: ["dstu2/extensions"], release: .dstu2),
    Folder(path: "dstu2/extensions", needs: [], release: .dstu2),
    Folder(path: "r4/profiles", needs: ["r4/extensions"], release: .r4),
    Folder(path: "r4/extensions", needs: [], release: .r4),
  ]

  @Test(.enabled(if: definitions != nil, "the published definitions are not beside the package"), arguments: folders)
  func compiles(folder: Folder) throws {
    let validator = try #require(folder.validator)
    // The profiles of DSTU2 state their own constraints, inv-1 to inv-4, only in XPath.
    let isStatedInXPath = { (fault: ProfileFault) in
      folder.path == "dstu2/profiles"
        && fault.message.contains(/^expected the constraint inv-[1-4] in FHIRPath, found none$/)
    }
    for fault in validator.profileFaults
    where !isStatedInXPath(fault) && !Self.exceptions.contains(where: { fault.description.hasPrefix($0.key) }) {
      Issue.record("\(fault)")
    }
    #expect(validator.profileFaults.contains(where: isStatedInXPath) == (folder.path == "dstu2/profiles"))
  }
}
