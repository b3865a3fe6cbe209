/// A Bundle of a release.
public protocol ResourceBundle: FHIRResource {
  /// An entry of the Bundle.
  associatedtype Entry: ResourceBundleEntry where Entry.Release == Release
  /// The entries, in their order.
  var entry: [Entry] { get set }
}

/// An entry of a Bundle.
public protocol ResourceBundleEntry: FHIRElement {
  /// The address of the resource, by which references in the Bundle name it.
  var fullUrl: ModelPrimitive<String, Release>? { get set }
  /// The resource that the entry holds.
  var resource: Release.AnyResource? { get set }
}

extension ResourceBundle {
  /// The resources of one type among the entries, in their order.
  public func resources<R: FHIRResource>(_ type: R.Type) -> [R] where R.Release == Release {
    entry.compactMap { entry in entry.resource.flatMap { R($0) } }
  }

  /// The first resource of a type with an id: `bundle.resource(Patient.self, id: "p1")`.
  public func resource<R: FHIRResource>(_ type: R.Type = R.self, id: String) -> R? where R.Release == Release {
    entry(R.resourceType, id: id)?.resource.flatMap { R($0) }
  }

  /// The first entry whose resource has a type and an id, including types without a model.
  public func entry(_ type: Release.ResourceType, id: String) -> Entry? {
    entry.first { $0.resource?.is(type, id: id) == true }
  }
}
