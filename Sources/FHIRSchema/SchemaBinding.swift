package struct SchemaBinding: Sendable, Hashable {
  package enum Strength: String, Sendable, CaseIterable { case required, extensible, preferred, example }

  package var strength: Strength
  /// The short name within the release, or a URL.
  package var valueSet: String
  /// The value set that all codes must be in, including codes outside the first set.
  package var maximum: String? = nil
}

/// A binding as it stands in a schema text: `required name-use`, or `preferred languages max all`.
struct BindingWords {
  let strength: SchemaBinding.Strength
  let valueSet: UnsafeBufferPointer<UInt8>
  let maximum: UnsafeBufferPointer<UInt8>?

  /// Reads the end of a line; `nil` if it is empty.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) throws(SchemaLineError) {
    if bytes.isEmpty { return nil }
    func word(from place: Int) -> (word: UnsafeBufferPointer<UInt8>, end: Int) {
      let range = bytes.word(from: place)
      return (bytes.slice(range.lowerBound, range.upperBound), range.upperBound)
    }
    let first = word(from: 0)
    guard let strength = Self.strength(first.word) else {
      throw SchemaLineError(reason: "not a binding strength: \(first.word.text)")
    }
    self.strength = strength
    let second = word(from: first.end)
    valueSet = second.word
    let third = word(from: second.end)
    let fourth = word(from: third.end)
    guard !valueSet.isEmpty, third.word.isEmpty || third.word.isWord("max"), third.word.isEmpty == fourth.word.isEmpty,
      word(from: fourth.end).word.isEmpty
    else { throw SchemaLineError(reason: "not a binding") }
    maximum = fourth.word.isEmpty ? nil : fourth.word
  }

  private static func strength(_ word: UnsafeBufferPointer<UInt8>) -> SchemaBinding.Strength? {
    if word.isWord("required") { return .required }
    if word.isWord("extensible") { return .extensible }
    if word.isWord("preferred") { return .preferred }
    return word.isWord("example") ? .example : nil
  }

  var binding: SchemaBinding { SchemaBinding(strength: strength, valueSet: valueSet.text, maximum: maximum?.text) }

  /// The value set that is judged, and whether codes of others are errors; `nil` if it only suggests codes.
  ///
  /// A maximum includes all codes of an extensible value set, so it is judged instead, if the form of its codes is known.
  /// The other maxima, units of time and of length, are judged by the invariants of their types.
  func judged(_ forms: [String: CodeForm]) -> (valueSet: UnsafeBufferPointer<UInt8>, isRequired: Bool)? {
    switch strength {
    case .required: return (valueSet, true)
    case .extensible:
      if let maximum, forms[maximum.text] != nil { return (maximum, true) }
      return (valueSet, false)
    case .preferred, .example: return maximum.map { ($0, true) }
    }
  }
}
