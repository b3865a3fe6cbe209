/// What can be compared by what it encodes to: members come in one order, so equal values are equal bytes.
///
/// Synthesised equality and hashing took a fifth of the size of a module of models, and of the time to build it.
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

  /// What it is in JSON.
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
