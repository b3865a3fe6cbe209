// Models are equal if they encode to the same JSON. Synthesised conformances took a tenth of the size and of the build
// time of a models module.

extension FHIRElement {
  /// Whether both have the same JSON.
  public static func == (a: Self, b: Self) -> Bool { (a as? any ElementContent)?.hasSameJSON(asAny: b) ?? false }

  /// Hashes the JSON.
  public func hash(into hasher: inout Hasher) { (self as? any ElementContent)?.hashJSON(into: &hasher) }
}

extension ElementContent {
  fileprivate func hasSameJSON(asAny other: Any) -> Bool { (other as? Self).map { hasSameJSON(as: $0) } ?? false }

  @usableFromInline package func writeJSON(to writer: inout ElementWriter) { writer.object(self) }
}

extension FHIRResource {
  /// Whether both have the same JSON; unchanged copies are recognised quickly.
  public static func == (a: Self, b: Self) -> Bool {
    if let stored = a as? any StoredResource, stored.sharesContent(with: b) { return true }
    return a.asAnyResource == b.asAnyResource
  }

  /// Hashes the JSON.
  public func hash(into hasher: inout Hasher) { asAnyResource.hash(into: &hasher) }
}

extension StoredResource { fileprivate func sharesContent(with other: Any) -> Bool { (other as? Self)?.box === box } }

extension AnyFHIRResource {
  /// Whether both have the same JSON.
  public static func == (a: Self, b: Self) -> Bool { FHIREncoder().encode(a) == FHIREncoder().encode(b) }

  /// Hashes the JSON.
  public func hash(into hasher: inout Hasher) {
    FHIREncoder().encode(self).withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}

/// A type that is compared by its encoded form: members have a fixed order, so equal values have equal bytes.
/// Synthesised equality and hashing took a fifth of the size and of the build time of a models module.
@usableFromInline package protocol JSONComparable { func writeJSON(to writer: inout ElementWriter) }

extension JSONComparable {
  package func hasSameJSON(as other: Self) -> Bool {
    withJSON { bytes in other.withJSON { others in bytes.count == others.count && bytes.elementsEqual(others) } }
  }

  package func hashJSON(into hasher: inout Hasher) { withJSON { hasher.combine(bytes: UnsafeRawBufferPointer($0)) } }

  func withJSON<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    var writer = ElementWriter(capacity: 512)
    writeJSON(to: &writer)
    return writer.withBytes(body)
  }
}

/// An element that may have one of several types; generated for each.
@usableFromInline package protocol ChoiceContent: JSONComparable, Hashable, Sendable {
  /// Writes the member under the name of its type.
  func encode(to writer: inout ElementWriter)
}

extension ChoiceContent {
  @usableFromInline package func writeJSON(to writer: inout ElementWriter) { encode(to: &writer) }
}
