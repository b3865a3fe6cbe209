// Models are equal when they encode to the same JSON. What Swift would synthesise for their types took a tenth of the size
// of a module of models, and of the time to build it.

extension FHIRElement {
  /// Whether both say the same in JSON.
  public static func == (a: Self, b: Self) -> Bool {
    guard let content = a as? any ElementContent else { return false }
    return content.hasSameJSON(asAny: b)
  }

  /// Hashes the JSON.
  public func hash(into hasher: inout Hasher) { (self as? any ElementContent)?.hashJSON(into: &hasher) }
}

extension ElementContent {
  fileprivate func hasSameJSON(asAny other: Any) -> Bool { (other as? Self).map { hasSameJSON(as: $0) } ?? false }
}

extension FHIRResource {
  /// Whether both say the same in JSON; copies of which none was changed are known to.
  public static func == (a: Self, b: Self) -> Bool {
    if let stored = a as? any StoredResource, stored.sharesContent(with: b) { return true }
    return a.asAnyResource == b.asAnyResource
  }

  /// Hashes the JSON.
  public func hash(into hasher: inout Hasher) { asAnyResource.hash(into: &hasher) }
}

extension StoredResource {
  fileprivate func sharesContent(with other: Any) -> Bool { (other as? Self)?.box === box }
}

extension AnyFHIRResource {
  /// Whether both say the same in JSON.
  public static func == (a: Self, b: Self) -> Bool { WrittenResource(resource: a).hasSameJSON(as: .init(resource: b)) }

  /// Hashes the JSON.
  public func hash(into hasher: inout Hasher) { WrittenResource(resource: self).hashJSON(into: &hasher) }
}

/// A resource of any type, to be compared by what it encodes to.
private struct WrittenResource<A: AnyFHIRResource>: JSONComparable {
  let resource: A

  func writeJSON(to writer: inout ElementWriter) { A.Release.tables.write(resource, &writer) }
}
