/// The codes that an element may have, and how strictly.
package struct Binding: Hashable, Sendable, CustomStringConvertible {
  package enum Strength: String, Sendable {
    case required, extensible, preferred, example
  }

  package let strength: Strength
  /// Canonical URL of the value set.
  package let valueSet: String
  /// Canonical URL of the value set that all codes must be in, including codes outside the first one.
  package let maximum: String?

  /// The binding of an element, or nil if it names no value set.
  ///
  /// A binding only in words ("a code for ...") cannot be checked; all such bindings are examples.
  init?(
    strength published: String, valueSet url: String?, maximum: String? = nil, at path: String
  ) throws(CompilerError) {
    guard let strength = Strength(rawValue: published) else {
      throw CompilerError("\(path): the binding strength '\(published)' is unknown")
    }
    guard let url else {
      guard strength == .example || strength == .preferred else {
        throw CompilerError("\(path): the \(strength) binding names no value set")
      }
      return nil
    }
    self.strength = strength
    self.maximum = maximum
    valueSet = url
  }

  /// The value sets that can make a code wrong: those of required and extensible bindings, and each maximum.
  var checkedValueSets: [String] {
    (strength == .required || strength == .extensible ? [valueSet] : []) + (maximum.map { [$0] } ?? [])
  }

  package var description: String {
    let maximum = maximum.map { " max \(Self.name(ofValueSet: $0))" } ?? ""
    return "\(strength) \(Self.name(ofValueSet: valueSet))\(maximum)"
  }

  /// The short name of a value set: the id of HL7's own, the whole URL of all others.
  package static func name(ofValueSet url: String) -> String {
    let prefixes = ["http://hl7.org/fhir/ValueSet/", "http://terminology.hl7.org/ValueSet/"]
    return prefixes.first(where: url.hasPrefix).map { String(url.dropFirst($0.count)) } ?? url
  }
}
