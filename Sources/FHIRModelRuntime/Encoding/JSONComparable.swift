/// A type that is compared by its encoded form: members have a fixed order, so equal values have equal bytes.
///
/// Synthesised equality and hashing took a fifth of the size and of the build time of a models module.
@usableFromInline package protocol JSONComparable {
  func writeJSON(to writer: inout ElementWriter)
}

extension JSONComparable {
  package func hasSameJSON(as other: Self) -> Bool {
    withJSON { bytes in
      other.withJSON { others in bytes.count == others.count && bytes.elementsEqual(others) }
    }
  }

  package func hashJSON(into hasher: inout Hasher) {
    withJSON { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }

  /// Passes its JSON to `body`.
  func withJSON<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    var writer = ElementWriter(capacity: 512)
    writeJSON(to: &writer)
    return writer.withBytes(body)
  }
}

extension ElementContent {
  @usableFromInline package func writeJSON(to writer: inout ElementWriter) { writer.object(self) }
}

/// An element that may have one of several types; generated for each.
@usableFromInline package protocol ChoiceContent: JSONComparable, Hashable, Sendable {
  /// Writes the member under the name of its type.
  func encode(to writer: inout ElementWriter)
}

extension ChoiceContent {
  @usableFromInline package func writeJSON(to writer: inout ElementWriter) { encode(to: &writer) }
}
