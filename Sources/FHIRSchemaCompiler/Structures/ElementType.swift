/// A type that an element allows: `code`, `Quantity(Age)`, `Reference(Patient|Group)`.
package struct ElementType: Hashable, Sendable, CustomStringConvertible {
  package let code: String
  /// Structures that the value, or the target of the reference, has to be; empty for any.
  package var profiles: [String]

  package init(code: String, profiles: [String] = []) {
    self.code = code
    self.profiles = profiles
  }

  package var description: String {
    profiles.isEmpty ? code : "\(code)(\(profiles.joined(separator: "|")))"
  }
}

extension ElementType {
  /// The types of an element, each once, in the order published.
  ///
  /// DSTU2 repeats `Reference` for each target. A repetition without a target, or with the target `Resource`,
  /// allows all of them, so it takes the others' targets away.
  static func types(of element: PublishedElement) throws(CompilerError) -> [ElementType] {
    var types: [ElementType] = []
    var open: Set<String> = []
    for published in element.type ?? [] {
      guard let code = published.code else { throw CompilerError("\(element.path): a type without a code") }
      let profiles = (published.profile ?? []).map(lastPathComponent)
      if profiles.isEmpty || (code == "Reference" && profiles.contains("Resource")) { open.insert(code) }
      if let index = types.firstIndex(where: { $0.code == code }) {
        types[index].profiles += profiles.filter { !types[index].profiles.contains($0) }
      } else {
        types.append(ElementType(code: code, profiles: profiles))
      }
    }
    for index in types.indices where open.contains(types[index].code) { types[index].profiles = [] }
    return types
  }
}
