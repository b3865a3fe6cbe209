import FHIRTape
import FHIRText

/// A resource of any type of a release; one without a model is kept whole.
///
/// ```swift
/// for resource in bundle.entry.compactMap(\.resource) {
///   print(resource.resourceTypeName ?? "", resource.id?.value ?? "")
///   if let patient = resource.as(Patient.self) { print(patient.birthDate?.value?.description ?? "") }
/// }
/// ```
public protocol AnyFHIRResource: Hashable, Sendable, Codable, CustomStringConvertible, CustomDebugStringConvertible {
  /// The release that the models belong to.
  associatedtype Release: ModelRelease where Release.AnyResource == Self
  /// The resource as what all models are; `nil` for a resource of a type without a model.
  var model: (any FHIRResource<Release>)? { get }
  /// The resource of a type without a model, `nil` for any other.
  var rawResource: RawResource? { get }
}

extension AnyFHIRResource {
  /// The type of the resource; `nil` where it names none, or one that the release does not have.
  public var resourceType: Release.ResourceType? {
    if let model { return model.resourceType }
    return rawResource?.resourceTypeName.flatMap { Release.ResourceType(rawValue: $0) }
  }

  /// The name in `resourceType`, also one that the release does not have; `nil` when there is none.
  public var resourceTypeName: String? { model?.resourceType.rawValue ?? rawResource?.resourceTypeName }

  /// The id within its server. Of a resource without a model it is read from its JSON each time.
  public var id: ModelPrimitive<String, Release>? { if let model { model.id } else { head?.id } }

  /// Version, time of change, profiles, labels and tags. Of a resource without a model it is read from its JSON each
  /// time.
  public var meta: Release.Meta? { if let model { model.meta } else { head?.meta } }

  /// The resource as one of a type, `nil` when it is of another.
  public func `as`<R: FHIRResource>(_ type: R.Type = R.self) -> R? where R.Release == Release { R(self) }

  /// Whether the resource has this type and id.
  public func `is`(_ type: Release.ResourceType, id: String) -> Bool {
    resourceType == type && self.id?.value?.byBytes == id.byBytes
  }

  private var head: ResourceHead<Release>? { rawResource.map { Release.tables.readHead($0.json) } }
}

/// The types of resources of a release, under the names that stand in `resourceType`.
public protocol ModelResourceType: RawRepresentable, CaseIterable, Hashable, Sendable, Codable, CustomStringConvertible
where RawValue == String {}

extension ModelResourceType {
  /// The name in `resourceType`.
  public var description: String { rawValue }
}

/// The data type of a release for what is known about a resource, besides its content.
public protocol MetaElement: FHIRElement {
  /// The version of the resource on its server.
  var versionId: ModelPrimitive<String, Release>? { get set }
  /// When that version was made.
  var lastUpdated: ModelPrimitive<FHIRInstant, Release>? { get set }
}

/// What every resource has, of one without a model.
struct ResourceHead<Release: ModelRelease>: Sendable {
  var id: ModelPrimitive<String, Release>?
  var meta: Release.Meta?
}

extension ResourceHead where Release: StoredRelease {
  /// Reads the members that are there and what they should be; the others stay in the resource's JSON.
  init(reading json: RawJSON) {
    var text = json.text
    self = text.withUTF8 { bytes in
      Document.withTape(bytes, maximumDepth: Document.maximumDepth, maximumBytes: .max) { tape in
        var head = ResourceHead()
        guard tape.tag(0) == .object else { return head }
        var reader = TapeReader(tape, bytes: bytes.count, forms: Release.tables.forms, stopsAtFirstFault: false)
        if let id = tape.member("id", of: 0) {
          reader.index = id
          reader.decode(&head.id)
        }
        if let meta = tape.member("meta", of: 0) {
          reader.index = meta
          reader.decode(&head.meta)
        }
        return head
      } failure: { _ in
        ResourceHead()
      }
    }
  }
}
