package import FHIRText

/// What a release says besides its structures, invariants and codes.
///
/// ```text
/// release dstu2 1.0.2
/// specification https://hl7.org/fhir/DSTU2/    where its pages are
/// page datatypes Age Attachment                the page of some types; others have one of their own name
/// comments fhir_comments                       the member for comments that every object may have
/// empty-result broken                          see EmptyResult
/// extension-url absolute                       of an extension that is no part of another one
/// bindable code Coding                         the types whose values a binding constrains
/// bundle-type searchset total search           what a type of Bundle may have and must have: see BundleTraits
/// role bundle.entry Bundle.entry               see SchemaRole; "-" for what the release does not have
/// later url uri                                a type of later releases, and the type here that is nearest to it
/// later-element Reference.identifier           an element of later releases: of a type, or of any
/// shape Period start:text end                  the members by which an object of a type is told
/// ```
package struct ReleaseFacts: Sendable {
  /// A role as stated: the path is `nil` for `-`.
  package struct Role: Sendable { package var path: String? }

  /// A type that only later releases have; the nearest is `nil` where it stands in no choice.
  package struct LaterType: Sendable { package var nearest: String? }

  /// How an object shows of which type it is.
  package struct Shape: Sendable {
    package enum Form: String, Sendable { case text, number, array, object }

    package var type: String
    /// Members that must be there.
    package var required: [(name: String, form: Form)] = []
    /// Those that may be, besides those of every element.
    package var optional: [String] = []
  }

  package private(set) var specification = ""
  package private(set) var pages: [String: String] = [:]
  package private(set) var comments: String?
  /// For the invariants of whoever does not say it: such an expression says nothing of an element.
  package private(set) var emptyResult = EmptyResult.passed
  /// Whether the address of an extension that is no part of another one has to be a URL, and absolute.
  package private(set) var hasAbsoluteExtensionURLs = false
  package private(set) var bindable: Set<String> = []
  package private(set) var bundleTypes: [ByteText: BundleTraits] = [:]
  /// The URIs that systems had in releases before, each with the one that they have now. One that ends in a slash stands
  /// for all that begin with it.
  package private(set) var movedSystems: [(old: [UInt8], new: String)] = []
  package private(set) var roles: [SchemaRole: Role] = [:]
  package private(set) var laterTypes: [String: LaterType] = [:]
  /// Paths, or names alone.
  package private(set) var laterElements: Set<String> = []
  package private(set) var shapes: [Shape] = []

  /// The name of the type with a role, `nil` where none is stated.
  package func typeName(_ role: SchemaRole) -> String? { roles[role]?.path }

  /// The URI that a system has now, `nil` where it has not moved.
  package func movedSystem(_ uri: UnsafeBufferPointer<UInt8>) -> String? {
    for (old, new) in movedSystems where uri.starts(with: old) {
      if uri.count == old.count { return old.last == UInt8(ascii: "/") ? nil : new }
      if old.last == UInt8(ascii: "/") {
        return new + String(decoding: UnsafeBufferPointer(rebasing: uri[old.count...]), as: UTF8.self)
      }
    }
    return nil
  }

  /// Takes a line if it is one of these facts.
  ///
  /// - Returns: whether it is one, or a complaint where it is a wrong one.
  mutating func read(_ words: SchemaLine) -> Reading {
    guard words.count > 1 else { return .somethingElse }
    switch words.text(0) {
    case "specification" where words.count == 2: specification = words.text(1)
    case "comments" where words.count == 2: comments = words.text(1)
    case "empty-result" where words.count == 2:
      guard let result = EmptyResult(rawValue: words.text(1)) else { return .wrong("not a result: \(words.text(1))") }
      emptyResult = result
    case "extension-url" where words.count == 2 && words.is(1, "absolute"): hasAbsoluteExtensionURLs = true
    case "page" where words.count > 2: for word in 2..<words.count { pages[words.text(word)] = words.text(1) }
    case "bindable": for word in 1..<words.count { bindable.insert(words.text(word)) }
    case "role" where words.count == 3:
      guard let role = SchemaRole.byName[words.text(1)] else { return .wrong("no role: \(words.text(1))") }
      guard roles.updateValue(Role(path: optional(words, 2)), forKey: role) == nil else {
        return .wrong("a second role '\(role.rawValue)'")
      }
    case "bundle-type": return readBundleType(words)
    case "moved-system" where words.count == 3: movedSystems.append((Array(words.text(1).utf8), words.text(2)))
    case "later" where words.count == 3: laterTypes[words.text(1)] = LaterType(nearest: optional(words, 2))
    case "later-element" where words.count == 2: laterElements.insert(words.text(1))
    case "shape" where words.count > 2: return readShape(words)
    default: return .somethingElse
    }
    return .taken
  }

  enum Reading {
    case taken, somethingElse
    case wrong(String)
  }

  private func optional(_ words: SchemaLine, _ word: Int) -> String? { words.is(word, "-") ? nil : words.text(word) }

  private mutating func readBundleType(_ words: SchemaLine) -> Reading {
    var traits: BundleTraits = []
    for word in 2..<words.count {
      guard let trait = BundleTraits(name: words.text(word)) else {
        return .wrong("no trait of a Bundle: \(words.text(word))")
      }
      traits.insert(trait)
    }
    bundleTypes[words.text(1).byBytes] = traits
    return .taken
  }

  private mutating func readShape(_ words: SchemaLine) -> Reading {
    var shape = Shape(type: words.text(1))
    for word in 2..<words.count {
      let parts = words.text(word).split(separator: ":").map(String.init)
      if parts.count == 1 {
        shape.optional.append(parts[0])
      } else if let form = Shape.Form(rawValue: parts[1]) {
        shape.required.append((parts[0], form))
      } else {
        return .wrong("no form of a value: \(parts[1])")
      }
    }
    shapes.append(shape)
    return .taken
  }
}
