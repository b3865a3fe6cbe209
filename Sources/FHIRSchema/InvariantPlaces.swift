/// The types and elements that each constraint applies to, by its number in ``SchemaTable/invariants``.
package struct InvariantPlaces: Sendable {
  /// By the row of a type, those of its bases first: for data types and resources.
  package private(set) var ofType: [[Int]]
  /// By the number of an element. An element that reuses the content of another has the constraints of that one, unless
  /// it has its own.
  package private(set) var ofElement: [[Int]]

  /// Finds the type or the elements that each constraint applies to; throws if it applies to nothing. A constraint on a
  /// nested element belongs to the element and not to the type of its content, because other elements may reuse that
  /// content with other constraints.
  init(_ text: SchemaText, _ types: NameDirectory) throws(SchemaError) {
    ofType = Array(repeating: [], count: text.structures.count)
    ofElement = Array(repeating: [], count: text.elements.count)
    for (number, invariant) in text.invariants.enumerated() where invariant.nativeBytes == nil {
      if invariant.pathBytes.splitAtLastDot() == nil {
        guard let type = types[invariant.pathBytes] else { throw Self.lost(invariant, text) }
        ofType[type].append(number)
      } else {
        guard let element = Self.element(invariant.pathBytes, text, types) else { throw Self.lost(invariant, text) }
        ofElement[element].append(number)
      }
    }
    for (row, structure) in text.structures.enumerated() {
      guard let base = types[structure.baseBytes], base < row, !ofType[base].isEmpty else { continue }
      ofType[row] = ofType[row].isEmpty ? ofType[base] : ofType[base] + ofType[row]
    }
    // All are looked up before any is copied: what is copied is not passed on.
    var reused: [(element: Int, numbers: [Int])] = []
    for (number, element) in text.elements.enumerated()
    where element.typeBytes.first == UInt8(ascii: "@") && ofElement[number].isEmpty {
      let path = element.typeBytes.slice(1, element.typeBytes.count)
      if let original = Self.element(path, text, types) { reused.append((number, ofElement[original])) }
    }
    for (element, numbers) in reused { ofElement[element] = numbers }
  }

  private static func lost(_ invariant: SchemaInvariant, _ text: SchemaText) -> SchemaError {
    SchemaError(text.release, "the invariant \(invariant.key) stands on no element")
  }

  /// The number of the element at a path, among those that its type adds.
  private static func element(_ path: UnsafeBufferPointer<UInt8>, _ text: SchemaText, _ types: NameDirectory) -> Int? {
    guard let (type, name) = path.splitAtLastDot(), let row = types[type] else { return nil }
    return text.structures[row].elements.first { text.elements[$0].nameBytes.isSame(as: name) }
  }
}
