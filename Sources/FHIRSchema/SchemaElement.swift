/// An element as the definitions state it, for messages, dumps and models; the walk uses ``MemberRow``.
///
/// It consists of slices of the schema text, decoded on each access: a start reads thousands of elements, and a run
/// needs the text of few.
@usableFromInline
package struct SchemaElement: @unchecked Sendable {
  // @unchecked: the slices point into the schema text, which never changes and outlives the table.

  package let nameBytes: UnsafeBufferPointer<UInt8>
  /// The types, or the path of a nested element.
  let typeBytes: UnsafeBufferPointer<UInt8>
  let bindingBytes: UnsafeBufferPointer<UInt8>
  /// How often it may occur; a maximum of -1 is `*`.
  private let bounds: (minimum: Int32, maximum: Int32)
  package let isAttribute, isAbsolute: Bool

  /// - Parameter path: the path of an element with elements of its own, whose line does not state it.
  init(_ line: ElementLine, path: UnsafeBufferPointer<UInt8>? = nil) throws(SchemaLineError) {
    nameBytes = line.name
    typeBytes = path ?? line.types
    bounds = try line.bounds()
    isAttribute = line.rest.isWord("attribute")
    isAbsolute = line.rest.isWord("absolute")
    bindingBytes = isAttribute || isAbsolute || path != nil ? line.rest.slice(0, 0) : line.rest
    _ = try BindingWords(bindingBytes)
  }

  /// The name in its type, `value[x]` for a choice.
  package var name: String { nameBytes.text }
  package var minimum: Int { Int(bounds.minimum) }
  /// `nil` if the definitions state `*`.
  package var maximum: Int? { bounds.maximum < 0 ? nil : Int(bounds.maximum) }
  package var types: [SchemaTypeUse] {
    TypeUses(typeBytes).map { use in
      SchemaTypeUse(name: use.name.text, arguments: use.arguments.typeArguments.map(\.text))
    }
  }
  package var binding: SchemaBinding? { (try? BindingWords(bindingBytes))?.binding }

  package var cardinality: String { "\(minimum)..\(maximum.map(String.init) ?? "*")" }
  package var isChoice: Bool { nameBytes.last == UInt8(ascii: "]") }
  /// The name without the suffix of a choice.
  package var baseName: String { baseNameBytes.text }
  package var baseNameBytes: UnsafeBufferPointer<UInt8> {
    isChoice ? nameBytes.slice(0, max(0, nameBytes.count - 3)) : nameBytes
  }

  package func isNamed(_ name: String) -> Bool { nameBytes.elementsEqual(name.utf8) }
  /// Whether this is the name of the element without its suffix, and the element is a choice.
  package func isChoice(named name: String) -> Bool { isChoice && baseNameBytes.elementsEqual(name.utf8) }
}

/// A type that an element may have, with the profile or the targets that the definitions add.
package struct SchemaTypeUse: Sendable, Hashable {
  /// The type's name, or the path of an element whose content is reused.
  package var name: String
  /// For `Reference` the allowed resource types, empty for any; for `Quantity` the constrained type.
  package var arguments: [String]
}
