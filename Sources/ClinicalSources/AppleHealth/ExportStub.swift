public import FHIRFindings
import FHIRSupport

/// The description of one clinical record in an export.xml: a `ClinicalRecord` element, its attributes as written.
///
/// The resource itself is in the file that ``resourceFilePath`` names, and does not state where it comes from.
public struct ExportStub: Hashable, Sendable {
  /// The resource type, such as `AllergyIntolerance`.
  public internal(set) var type = ""
  /// The resource's `id`.
  public internal(set) var identifier = ""
  /// The institution.
  public internal(set) var sourceName = ""
  /// The URL of the resource on the institution's server.
  public internal(set) var sourceURL = ""
  /// The version of FHIR, such as `1.0.2`.
  public internal(set) var fhirVersion = ""
  /// When the record was downloaded, such as `2019-06-11 18:05:32 +0200`.
  public internal(set) var receivedDate = ""
  /// The file of the resource, from the export's root, such as `/clinical-records/Condition-7E2C.json`.
  public internal(set) var resourceFilePath = ""
  /// The bytes of the tag.
  public internal(set) var range = SourceRange(start: 0, end: 0)
  /// Where the tag begins.
  public internal(set) var position = SourcePosition(line: 1, column: 1)

  /// Whether both have the same bytes and the same place.
  public static func == (a: ExportStub, b: ExportStub) -> Bool {
    a.range == b.range && a.position == b.position
      && StubAttribute.allCases.allSatisfy { a[keyPath: $0.keyPath].byBytes == b[keyPath: $0.keyPath].byBytes }
  }

  /// Hashes the compared members.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(range)
    for attribute in StubAttribute.allCases { hasher.combine(self[keyPath: attribute.keyPath].byBytes) }
  }
}

/// The attributes of a stub by their names in the XML; all are required.
enum StubAttribute: String, CaseIterable {
  case type, identifier, sourceName, sourceURL, fhirVersion, receivedDate, resourceFilePath

  /// The property of the stub that holds it.
  var keyPath: WritableKeyPath<ExportStub, String> {
    switch self {
    case .type: \.type
    case .identifier: \.identifier
    case .sourceName: \.sourceName
    case .sourceURL: \.sourceURL
    case .fhirVersion: \.fhirVersion
    case .receivedDate: \.receivedDate
    case .resourceFilePath: \.resourceFilePath
    }
  }

  /// Whether an empty value is as bad as a missing one. The source URL may be unknown.
  var mustHaveText: Bool { self != .sourceURL }
}
