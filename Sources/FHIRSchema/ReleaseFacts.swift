package import FHIRSupport

/// The facts of a release besides its structures, invariants and codes: the lines that `Schemas/README.md` describes
/// from `release` to `shape`, and those of ``QuestionForm``.
package struct ReleaseFacts: Sendable {
  /// A type that only later releases have; the nearest is `nil` if no choice has the type.
  package struct LaterType: Sendable { package var nearest: String? }

  package struct Shape: Sendable {
    package enum Form: String, Sendable { case text, number, array, object }

    package var type: String
    package var required: [(name: String, form: Form)] = []
    /// Optional members, besides those of every element.
    package var optional: [String] = []
  }

  package private(set) var specification = ""
  package private(set) var pages: [String: String] = [:]
  package private(set) var comments: String?
  /// The default for releases that do not state it: the expression then gives no verdict.
  package private(set) var emptyResult = EmptyResult.passed
  /// Whether the url of an extension that is not nested in another one must be an absolute URL.
  var hasAbsoluteExtensionURLs: Bool { required.contains("extension-url") }
  /// Whether all narratives that are published with the release name the namespace of XHTML.
  package var namesNarrativeNamespace: Bool { required.contains("narrative-namespace") }
  /// Whether the specification demands that the status of a response begins with an HTTP status code.
  package var demandsResponseStatus: Bool { required.contains("response-status") }
  package var demandsCodingSystem: Bool { required.contains("coding-system") }
  /// Whether what a profile says of an element is also said of those that have its content by reference.
  package var reusesProfiledContent: Bool { required.contains("content-reference") }
  /// Whether the types that are derived from that of quantities are profiles of it, too.
  package var hasQuantityProfiles: Bool { required.contains("derived-quantities") }
  /// Whether a form of a choice in a profile leaves only its type; else it is a slice, beside which others may be.
  package var narrowsToForms: Bool { required.contains("choice-form") }
  /// Whether a value meets all profiles that a definition has for a type; else it meets one of them.
  package var demandsAllProfiles: Bool { required.contains("profiles") }
  /// The first words of the lines that stand in ``demands``.
  private var required: Set<String> = []
  private static let demands = [
    "extension-url": "absolute", "narrative-namespace": "always", "response-status": "required",
    "coding-system": "required", "content-reference": "profile", "derived-quantities": "profile", "choice-form": "only",
    "profiles": "all",
  ]
  package private(set) var bindable: Set<String> = []
  package private(set) var bundleTypes: [ByteText: BundleTraits] = [:]
  /// The former URIs of systems, each with its current one. An entry that ends in a slash applies to all URIs with that
  /// prefix.
  package private(set) var movedSystems: [(old: [UInt8], new: String)] = []
  package private(set) var codeForms: [String: CodeForm] = [:]
  /// The path of each role that is stated, `nil` for `-`.
  private(set) var roles: [SchemaRole: String?] = [:]
  package private(set) var laterTypes: [String: LaterType] = [:]
  /// Paths, or only names.
  package private(set) var laterElements: Set<String> = []
  package private(set) var shapes: [Shape] = []
  package private(set) var questions = QuestionForm()

  package func typeName(_ role: SchemaRole) -> String? { roles[role] ?? nil }

  package func movedSystem(_ uri: UnsafeBufferPointer<UInt8>) -> String? {
    for (old, new) in movedSystems where uri.starts(with: old) {
      if uri.count == old.count { return old.last == UInt8(ascii: "/") ? nil : new }
      if old.last == UInt8(ascii: "/") { return new + uri.slice(old.count, uri.count).text }
    }
    return nil
  }

  /// Reads a line if it is one of these facts; returns whether it is.
  mutating func read(_ words: SchemaLine) throws(SchemaLineError) -> Bool {
    guard words.count > 1 else { return false }
    switch words.text(0) {
    case "specification" where words.count == 2: specification = words.text(1)
    case "comments" where words.count == 2: comments = words.text(1)
    case "empty-result" where words.count == 2:
      guard let result = EmptyResult(rawValue: words.text(1)) else {
        throw SchemaLineError(reason: "not a result: \(words.text(1))")
      }
      emptyResult = result
    case let word where words.count == 2 && Self.demands[word] == words.text(1): required.insert(word)
    case "page" where words.count > 2: for word in 2..<words.count { pages[words.text(word)] = words.text(1) }
    case "bindable": for word in 1..<words.count { bindable.insert(words.text(word)) }
    case "role" where words.count == 3:
      guard let role = SchemaRole(rawValue: words.text(1)) else {
        throw SchemaLineError(reason: "no role: \(words.text(1))")
      }
      guard roles.updateValue(optional(words, 2), forKey: role) == nil else {
        throw SchemaLineError(reason: "a second role '\(role.rawValue)'")
      }
    case "bundle-type": try readBundleType(words)
    case "moved-system" where words.count == 3: movedSystems.append((Array(words.text(1).utf8), words.text(2)))
    case "code-form" where words.count > 3:
      guard let form = CodeForm(words) else { throw SchemaLineError(reason: "no form of codes: \(words.text(2))") }
      codeForms[words.text(1)] = form
    case "later" where words.count == 3: laterTypes[words.text(1)] = LaterType(nearest: optional(words, 2))
    case "later-element" where words.count == 2: laterElements.insert(words.text(1))
    case "shape" where words.count > 2: try readShape(words)
    // Read by `JointText`.
    case "sign", "rank": break
    default: return questions.read(words)
    }
    return true
  }

  private func optional(_ words: SchemaLine, _ word: Int) -> String? { words.is(word, "-") ? nil : words.text(word) }

  private mutating func readBundleType(_ words: SchemaLine) throws(SchemaLineError) {
    var traits: BundleTraits = []
    for word in 2..<words.count {
      guard let trait = BundleTraits(name: words.text(word)) else {
        throw SchemaLineError(reason: "no trait of a Bundle: \(words.text(word))")
      }
      traits.insert(trait)
    }
    bundleTypes[words.text(1).byBytes] = traits
  }

  private mutating func readShape(_ words: SchemaLine) throws(SchemaLineError) {
    var shape = Shape(type: words.text(1))
    for word in 2..<words.count {
      let member = words.bytes(word)
      guard let colon = member.firstIndex(of: UInt8(ascii: ":")) else {
        shape.optional.append(member.text)
        continue
      }
      let form = member.slice(colon + 1, member.count).text
      guard let form = Shape.Form(rawValue: form) else { throw SchemaLineError(reason: "no form of a value: \(form)") }
      shape.required.append((member.slice(0, colon).text, form))
    }
    shapes.append(shape)
  }
}
