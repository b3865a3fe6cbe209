import FHIRText

/// The data type of a release that refers to a resource.
public protocol ReferenceElement: FHIRElement {
  /// The text of the reference: `#id`, `Patient/p1`, or an absolute URL; `nil` when it has none.
  var target: String? { get }
}

extension DomainResource {
  /// The first contained resource of a type with an id.
  public func contained<R: FHIRResource>(_ type: R.Type = R.self, id: String) -> R? where R.Release == Release {
    contained.first { $0.is(R.resourceType, id: id) }.flatMap { R($0) }
  }

  /// The resource that a reference within this one names: `#id` a contained one, `#` alone this one itself.
  ///
  /// `nil` for every other reference, and where no contained resource has the id. What a Bundle holds is found by
  /// ``ResourceBundle/resolve(_:from:)``.
  public func resolve(_ reference: Release.Reference?) -> Release.AnyResource? {
    reference?.target.flatMap { resource(inside: $0) }
  }

  /// The resource that a reference within this one names, if it is of a type.
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
  /// The resource that a reference in an entry names.
  ///
  /// As the specification has it: `#id` is a resource contained in the entry's own. An absolute URL is the `fullUrl` of
  /// an entry. A relative one (`Patient/p1`) is completed with the server in the `fullUrl` of its own entry, so that
  /// without an entry, or in one whose `fullUrl` names no server, it resolves to nothing. The resource of
  /// `[url]/_history/[version]` has that version in its `meta` besides. The first entry that fits is taken.
  ///
  /// Each call looks at the entries from the first. Whoever resolves very many references in a large Bundle makes a
  /// dictionary of its entries by `fullUrl` once.
  ///
  /// - Parameter entry: the entry that the reference stands in.
  public func resolve(_ reference: Release.Reference?, from entry: Entry? = nil) -> Release.AnyResource? {
    guard let target = reference?.target, !target.isEmpty else { return nil }
    if target.utf8.first == UInt8(ascii: "#") { return entry?.resource?.resource(inside: target) }
    let server = entry?.fullUrl?.value.flatMap { ServiceBase<Release>($0)?.url }
    guard let address = ResourceAddress(target, server: server) else { return nil }
    for entry in self.entry where entry.fullUrl?.value?.byBytes == address.url.byBytes {
      if let resource = entry.resource, address.admits(resource) { return resource }
    }
    return nil
  }

  /// The resource that a reference in an entry names, if it is of a type.
  public func resolve<R: FHIRResource>(
    _ reference: Release.Reference?, as type: R.Type = R.self, from entry: Entry? = nil
  ) -> R? where R.Release == Release {
    resolve(reference, from: entry).flatMap { R($0) }
  }
}

extension AnyFHIRResource {
  fileprivate func resource(inside target: String) -> Self? {
    (model as? any DomainResource<Release>)?.resource(inside: target)
  }
}

/// The server in an address of the form `[base]/[type]/[id]`.
private struct ServiceBase<Release: ModelRelease> {
  /// The address of the server, with the slash at its end.
  let url: Substring

  init?(_ address: String) {
    guard address.hasPrefix("http://") || address.hasPrefix("https://") else { return nil }
    let parts = address.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count > 4, parts[parts.count - 1] != "" else { return nil }
    let type = parts[parts.count - 2]
    guard Release.ResourceType(rawValue: String(type)) != nil else { return nil }
    url = address[..<type.startIndex]
  }
}

/// What an absolute reference names: an address, and a version where it ends in `/_history/[version]`.
private struct ResourceAddress {
  let url: Substring
  let version: Substring?

  /// - Parameter server: what a relative reference is completed with.
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

  /// Whether a resource is of the version, where one is asked for.
  func admits<A: AnyFHIRResource>(_ resource: A) -> Bool {
    guard let version else { return true }
    return resource.meta?.versionId?.value?.byBytes == version.byBytes
  }
}
