/// Which codes an element takes its values from, and how strictly.
package struct Binding: Hashable, Sendable, CustomStringConvertible {
  package enum Strength: String, Sendable {
    case required, extensible, preferred, example
  }

  package let strength: Strength
  /// Canonical URL of the value set.
  package let valueSet: String

  /// The binding of an element, or nil when it has none or when the binding names no value set.
  ///
  /// A binding in words only ("a code for ...") says nothing that can be checked; all of them are examples.
  init?(of element: PublishedElement) throws(CompilerError) {
    guard let published = element.binding else { return nil }
    guard let strength = Strength(rawValue: published.strength) else {
      throw CompilerError("\(element.path): the binding strength '\(published.strength)' is unknown")
    }
    guard let url = published.valueSetUri ?? published.valueSetReference?.reference else {
      guard strength == .example || strength == .preferred else {
        throw CompilerError("\(element.path): the \(strength) binding names no value set")
      }
      return nil
    }
    self.strength = strength
    valueSet = url
  }

  package var description: String { "\(strength) \(Self.name(ofValueSet: valueSet))" }

  /// The short name of a value set: the id of HL7's own, the whole URL of all others.
  package static func name(ofValueSet url: String) -> String {
    let prefix = "http://hl7.org/fhir/ValueSet/"
    return url.hasPrefix(prefix) ? String(url.dropFirst(prefix.count)) : url
  }
}
