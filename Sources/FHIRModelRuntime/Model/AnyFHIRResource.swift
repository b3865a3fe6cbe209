import FHIRSupport

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
  /// The resource's model; `nil` for a resource of a type without a model.
  var model: (any FHIRResource<Release>)? { get }
  /// The resource of a type without a model, `nil` for any other.
  var rawResource: RawResource? { get }
}

extension AnyFHIRResource {
  /// The type of the resource; `nil` if it names none, or one that the release does not have.
  public var resourceType: Release.ResourceType? {
    if let model { return model.resourceType }
    return rawResource?.resourceTypeName.flatMap { Release.ResourceType(rawValue: $0) }
  }

  /// The name in `resourceType`, even if the release does not have it; `nil` if there is none.
  public var resourceTypeName: String? { model?.resourceType.rawValue ?? rawResource?.resourceTypeName }

  /// The id within its server. For a resource without a model, each access reads or writes its JSON.
  public var id: ModelPrimitive<String, Release>? {
    get { if let model { model.id } else { head?.id } }
    set {
      guard var model else { return write(.id(newValue)) }
      model.id = newValue
      self = model.asAnyResource
    }
  }

  /// Version, time of change, profiles, labels and tags. For a resource without a model, each access reads or writes
  /// its JSON.
  public var meta: Release.Meta? {
    get { if let model { model.meta } else { head?.meta } }
    set {
      guard var model else { return write(.meta(newValue)) }
      model.meta = newValue
      self = model.asAnyResource
    }
  }

  /// The resource as a model of a type, `nil` if it is of another type.
  public func `as`<R: FHIRResource>(_ type: R.Type = R.self) -> R? where R.Release == Release { R(self) }

  /// Whether the resource has this type and id.
  public func `is`(_ type: Release.ResourceType, id: String) -> Bool {
    resourceType == type && self.id?.value?.byBytes == id.byBytes
  }

  private var head: ResourceHead<Release>? { rawResource.map { Release.tables.readHead($0.json) } }

  private mutating func write(_ member: ResourceHead<Release>.Member) {
    guard let raw = rawResource else { return }
    let json = Release.tables.writeHead(raw.json, member)
    self = Release.tables.keep(RawResource(resourceTypeName: raw.resourceTypeName, json: json))
  }
}

/// The types of resources of a release, with their names in `resourceType`.
public protocol ModelResourceType: RawRepresentable, CaseIterable, Hashable, Sendable, Codable, CustomStringConvertible
where RawValue == String {}

extension ModelResourceType {
  /// The name in `resourceType`.
  public var description: String { rawValue }
}

/// The data type of a release for a resource's metadata.
public protocol MetaElement: FHIRElement {
  /// The version of the resource on its server.
  var versionId: ModelPrimitive<String, Release>? { get set }
  /// When that version was made.
  var lastUpdated: ModelPrimitive<FHIRInstant, Release>? { get set }
}
