/// Equality of large types by what they encode to: members come in one order, so equal values are equal bytes.
///
/// Synthesised equality and hashing of these types took a fifth of the module's size and of the time to build it.
extension ElementContent {
  package func hasSameJSON(as other: Self) -> Bool {
    withJSON { bytes in
      other.withJSON { others in bytes.count == others.count && bytes.elementsEqual(others) }
    }
  }

  package func hashJSON(into hasher: inout Hasher) {
    withJSON { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }

  /// What the content is in JSON.
  func withJSON<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    var writer = ElementWriter(capacity: 512)
    writer.object(self)
    return writer.withBytes(body)
  }
}
