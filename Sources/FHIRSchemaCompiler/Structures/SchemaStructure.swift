package import FHIRSchema

/// A resource or data type, ready to be written: only the elements that it adds to its base.
package struct SchemaStructure: Hashable, Sendable {
  package enum Kind: String, Sendable { case type, abstract, resource }

  package let kind: Kind
  package let name: String
  /// Nil for `Element` and `Resource`.
  package let base: String?
  /// The binding of the type's values, unless an element states another.
  package let binding: Binding?
  package let elements: [SchemaElement]
}

package struct SchemaElement: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    case types([ElementType])
    /// Reuses the content of another element of the same structure.
    case sameAs(path: String)
  }

  /// The last part of the path, with `[x]` if the element is a choice of types.
  package let name: String
  package let cardinality: Cardinality
  package internal(set) var content: Content
  package internal(set) var binding: Binding?
  /// Whether it is an attribute in XML, which can have neither id nor extensions.
  package let isAttribute: Bool
  /// Whether its definition calls the value an absolute URI.
  package let isAbsolute: Bool
  /// The nested elements, without those that its type already has.
  package let children: [SchemaElement]
}

/// A primitive type: a JSON value and the regular expression published for it.
package struct SchemaPrimitive: Hashable, Sendable {
  package enum JSONKind: String, Sendable {
    case string, number, boolean

    var loosestGrammar: String { self == .number ? "decimal" : rawValue }
  }

  package let name, base: String
  package internal(set) var kind: JSONKind
  package let regex: String?
}

/// How often an element may occur: `0..1`, `1..*`, `0..0` for one that a constrained type forbids.
package struct Cardinality: Hashable, Sendable, CustomStringConvertible {
  package let min: Int
  /// Nil for `*`.
  package let max: Int?

  package init(min: Int, max: String, path: String) throws(CompilerError) {
    self.min = min
    if max == "*" {
      self.max = nil
    } else if let number = Int(max), number >= 0 {
      self.max = number
    } else {
      throw CompilerError("\(path): the maximum '\(max)' is neither a number nor *")
    }
    if min < 0 || self.max.map({ $0 < min }) == true {
      throw CompilerError("\(path): the cardinality \(min)..\(max) cannot be met")
    }
  }

  package var description: String { "\(min)..\(max.map(String.init) ?? "*")" }
}

/// The codes that an element may have, and how strictly.
package struct Binding: Hashable, Sendable, CustomStringConvertible {
  package let strength: SchemaBinding.Strength
  package let valueSet: String
  /// Canonical URL of the value set that all codes must be in, including codes outside the first one.
  package let maximum: String?

  /// Nil if it names no value set: a binding only in words ("a code for ...") cannot be checked; all such are examples.
  init?(strength published: String, valueSet url: String?, maximum: String?, at path: String) throws(CompilerError) {
    guard let strength = SchemaBinding.Strength(rawValue: published) else {
      throw CompilerError("\(path): the binding strength '\(published)' is unknown")
    }
    guard let url else {
      guard strength == .example || strength == .preferred else {
        throw CompilerError("\(path): the \(strength) binding names no value set")
      }
      return nil
    }
    (self.strength, self.maximum, valueSet) = (strength, maximum, url)
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

/// A type that an element allows: `code`, `Quantity(Age)`, `Reference(Patient|Group)`, `canonical(ValueSet)`.
package struct ElementType: Hashable, Sendable, CustomStringConvertible {
  package let code: String
  /// Structures that the value, or the target of the reference, must be; empty for any.
  package var profiles: [String] = []

  package var description: String { profiles.isEmpty ? code : "\(code)(\(profiles.joined(separator: "|")))" }
}

extension [ElementType] {
  /// The types of an element, each once, in the order published. DSTU2 repeats `Reference` for each target. A
  /// repetition without a target, or with the target `Resource`, allows all of them, so the result has no targets.
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

/// The grammars of a release's primitives, chosen by hand in its `primitives.txt`. A new primitive gets the loosest
/// grammar of its JSON type, until a person chooses another.
enum PrimitiveGrammars {
  static let file = "primitives.txt"

  /// A file as ``SchemaTextWriter`` writes it, with the grammars of the checked-in one.
  static func kept(of old: String, in text: String) -> String {
    func words(_ line: Substring) -> [Substring] { line.split(separator: " ", maxSplits: 5) }
    let grammars = old.split(separator: "\n").map(words).filter { $0.count > 4 }.map { ($0[1], $0[4]) }
    let chosen = Dictionary(grammars) { $1 }
    return text.split(separator: "\n").map(words).map { words in
      var words = words
      words[4] = chosen[words[1]] ?? words[4]
      return words.joined(separator: " ") + "\n"
    }.joined()
  }
}

extension SchemaPrimitive {
  /// The primitive that a structure defines, nil for a complex type. One that is derived from another has the JSON type
  /// of that one: the definitions of R4 call the value of `positiveInt` a string.
  package init?(_ structure: PublishedStructure, in definitions: PublishedDefinitions) {
    guard let own = structure.primitive else { return nil }
    self = own
    var base = structure.baseName
    while let next = base.flatMap({ definitions.structures[$0] }), let primitive = next.primitive {
      kind = primitive.kind
      base = next.baseName
    }
  }
}
