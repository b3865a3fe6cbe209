/// A type that an element allows: `code`, `Quantity(Age)`, `Reference(Patient|Group)`, `canonical(ValueSet)`.
package struct ElementType: Hashable, Sendable, CustomStringConvertible {
  package let code: String
  /// Structures that the value, or the target of the reference, must be; empty for any.
  package var profiles: [String]

  package init(code: String, profiles: [String] = []) {
    self.code = code
    self.profiles = profiles
  }

  package var description: String {
    profiles.isEmpty ? code : "\(code)(\(profiles.joined(separator: "|")))"
  }
}

extension [ElementType] {
  /// The types of an element, each once, in the order published.
  ///
  /// DSTU2 repeats `Reference` for each target. A repetition without a target allows all of them, so the result has no
  /// targets; the same holds for the target `Resource`.
  ///
  /// - Parameter published: codes, with the URLs of profiles or targets.
  init(merging published: [(code: String?, profiles: [String])], at path: String) throws(CompilerError) {
    self = []
    var open: Set<String> = []
    for type in published {
      guard let code = type.code else { throw CompilerError("\(path): a type without a code") }
      let profiles = type.profiles.map(lastPathComponent)
      if profiles.isEmpty || profiles.contains("Resource") { open.insert(code) }
      if let index = firstIndex(where: { $0.code == code }) {
        self[index].profiles += profiles.filter { !self[index].profiles.contains($0) }
      } else {
        append(ElementType(code: code, profiles: profiles))
      }
    }
    for index in indices where open.contains(self[index].code) { self[index].profiles = [] }
  }
}
