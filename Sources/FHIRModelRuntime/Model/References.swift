import FHIRSupport

/// The data type of a release that refers to a resource.
public protocol ReferenceElement: FHIRElement {
  /// The text of the reference: `#id`, `Patient/p1`, or an absolute URL; `nil` if it has none.
  var target: String? { get }
}

extension DomainResource {
  /// The first contained resource of a type with an id.
  public func contained<R: FHIRResource>(_ type: R.Type = R.self, id: String) -> R? where R.Release == Release {
    contained.first { $0.is(R.resourceType, id: id) }.flatMap { R($0) }
  }

  /// The target of a reference within this resource: `#id` is a contained resource, `#` alone this resource itself.
  ///
  /// `nil` for every other reference, and if no contained resource has the id. ``ResourceBundle/resolve(_:from:)``
  /// resolves references to entries of a Bundle.
  public func resolve(_ reference: Release.Reference?) -> Release.AnyResource? {
    reference?.target.flatMap { resource(inside: $0) }
  }

  /// The target of a reference within this resource, if it is of a type.
  public func resolve<R: FHIRResource>(
    _ reference: Release.Reference?, as type: R.Type = R.self
  ) -> R? where R.Release == Release {
    resolve(reference).flatMap { R($0) }
  }

  fileprivate func resource(inside target: String) -> Release.AnyResource? {
    guard target.utf8.first == UInt8(ascii: "#") else { return nil }
    let id = target.dropFirst().byBytes
    return id == "" ? asAnyResource : contained.first { $0.id?.value?.byBytes == id }
  }
}

extension ResourceBundle {
  /// The target of a reference in an entry.
  ///
  /// The rules are those of the specification: `#id` is a resource contained in the entry's resource. An absolute URL
  /// is the `fullUrl` of an entry. A relative reference (`Patient/p1`) is completed with the server in the `fullUrl` of
  /// its own entry; without an entry, or if its `fullUrl` shows no server, the result is `nil`. For
  /// `[url]/_history/[version]`, the resource must also have that version in its `meta`. The first match counts.
  ///
  /// Each call searches the entries from the first. To resolve many references in a large Bundle, build a dictionary of
  /// its entries by `fullUrl` once.
  ///
  /// - Parameter entry: the entry that contains the reference.
  public func resolve(_ reference: Release.Reference?, from entry: Entry? = nil) -> Release.AnyResource? {
    guard let target = reference?.target, !target.isEmpty else { return nil }
    if target.utf8.first == UInt8(ascii: "#") {
      return (entry?.resource?.model as? any DomainResource<Release>)?.resource(inside: target)
    }
    let server = entry?.fullUrl?.value.flatMap { self.server(of: $0) }
    guard let address = ResourceAddress(target, server: server) else { return nil }
    for entry in self.entry where entry.fullUrl?.value?.byBytes == address.url.byBytes {
      if let resource = entry.resource, address.admits(resource) { return resource }
    }
    return nil
  }

  /// The address of the server in one of the form `[base]/[type]/[id]`, with the slash at its end.
  private func server(of address: String) -> Substring? {
    guard address.hasPrefix("http://") || address.hasPrefix("https://") else { return nil }
    let parts = address.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count > 4, parts[parts.count - 1] != "" else { return nil }
    let type = parts[parts.count - 2]
    return Release.ResourceType(named: String(type)).map { _ in address[..<type.startIndex] }
  }

  /// The target of a reference in an entry, if it is of a type.
  public func resolve<R: FHIRResource>(
    _ reference: Release.Reference?, as type: R.Type = R.self, from entry: Entry? = nil
  ) -> R? where R.Release == Release {
    resolve(reference, from: entry).flatMap { R($0) }
  }

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

/// The parts of an absolute reference: an address, and a version if it ends in `/_history/[version]`.
private struct ResourceAddress {
  let url: Substring
  let version: Substring?

  /// - Parameter server: the server that completes a relative reference.
  init?(_ target: String, server: Substring?) {
    let path = target.prefix { $0 != "/" }
    guard let server = path.contains(":") ? "" : server else { return nil }
    let whole = server + target
    let parts = whole.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count > 2, parts[parts.count - 2] == "_history" else {
      (url, version) = (whole[...], nil)
      return
    }
    (url, version) = (whole[..<parts[parts.count - 2].startIndex].dropLast(), parts[parts.count - 1])
  }

  /// Whether a resource has the version, if the reference names one.
  func admits<A: AnyFHIRResource>(_ resource: A) -> Bool {
    guard let version else { return true }
    return resource.meta?.versionId?.value?.byBytes == version.byBytes
  }
}

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
