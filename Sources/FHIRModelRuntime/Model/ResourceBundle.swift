/// A Bundle of a release.
public protocol ResourceBundle: FHIRResource {
  /// An entry of the Bundle.
  associatedtype Entry: ResourceBundleEntry where Entry.Release == Release
  /// The entries, in their order.
  var entry: [Entry] { get set }
}

/// An entry of a Bundle.
public protocol ResourceBundleEntry: FHIRElement {
  /// The resource that the entry holds.
  var resource: Release.AnyResource? { get set }
}

extension ResourceBundle {
  /// The resources of one type among the entries, in their order.
  public func resources<R: FHIRResource>(_ type: R.Type) -> [R] where R.Release == Release {
    entry.compactMap { entry in entry.resource.flatMap { R($0) } }
  }
}
