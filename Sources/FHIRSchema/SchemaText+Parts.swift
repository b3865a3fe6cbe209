/// The parts of a schema text; slices of it, decoded on each access.
extension SchemaText {
  package enum Category: Sendable { case primitive, type, abstract, resource, nested }

  /// A type, or a nested element with elements of its own.
  package struct Structure {
    let nameBytes, baseBytes: UnsafeBufferPointer<UInt8>
    package let category: Category
    var bindingBytes = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    /// The grammar of a primitive's values; `nil` for other types.
    package var grammar: ValueKind?
    var elements = 0..<0

    /// The name, or the path of a nested element.
    package var name: String { nameBytes.text }
    package var base: String { baseBytes.text }
  }

  package struct ValueSet {
    let nameBytes, urlBytes: UnsafeBufferPointer<UInt8>
    /// Why the codes are unknown; `nil` for an expanded set.
    var unexpandedBytes: UnsafeBufferPointer<UInt8>?
    package var systems: [System] = []

    package var name: String { nameBytes.text }
    /// Why the codes are unknown; `nil` for an expanded set.
    package var unexpanded: String? { unexpandedBytes?.text }
  }

  package struct System {
    package let bytes: UnsafeBufferPointer<UInt8>
    package let ignoresCase: Bool
    /// Whether the set lacks some codes of the system.
    package let isOpen: Bool
    var codes = 0..<0

    package var url: String { bytes.text }
  }
}

/// The paths of nested elements, such as `Patient.contact`, as bytes that stay where they are.
final class SchemaPaths: @unchecked Sendable {
  // @unchecked: complete when the text has been read, and never changed afterwards.
  private var paths: [UnsafeMutableBufferPointer<UInt8>] = []

  func keep(_ type: UnsafeBufferPointer<UInt8>, _ element: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    let path = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: type.count + 1 + element.count)
    _ = path.initialize(from: type)
    path.initializeElement(at: type.count, to: UInt8(ascii: "."))
    _ = path.suffix(from: type.count + 1).initialize(from: element)
    paths.append(path)
    return UnsafeBufferPointer(path)
  }

  deinit { for path in paths { path.deallocate() } }
}
