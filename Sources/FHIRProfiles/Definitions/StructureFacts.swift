import FHIRSchema

/// A definition of a profile of a resource or a data type, or of an extension, in a form common to all releases.
struct StructureFacts: PackagedFacts, Sendable {
  var url = ""
  var version: String?
  /// The release in the definition's notation: `1.0.2`, `4.0.1`.
  var fhirVersion: String?
  var type = ""
  var package = -1
  var base: Canonical?
  var isSpecialisation = false
  var contexts: [ExtensionContext] = []
  var imposed: [Canonical] = []
  /// FHIRPath that must be true at the element that contains the extension.
  var contextInvariants: [String] = []
  /// Whether an extension changes the meaning of the element that contains it; `nil` if it says nothing of that.
  var isModifier: Bool?
  /// Whether ``elements`` lists all elements of the type, not only the differences from the base.
  var isSnapshot = false
  var elements: [ElementFacts] = []
  /// The names of its members, which show the release of its form.
  var memberNames: [String] = []
  /// Where it begins; `nil` for a built-in definition.
  var place: DefinitionPlace?

  var release: FHIRRelease? { fhirVersion.flatMap { FHIRRelease.of(version: $0) } }

  /// Itself, as a reference from its own package.
  var canonical: Canonical { Canonical(version.map { "\(url)|\($0)" } ?? url, in: package) }
}

struct ExtensionContext: Hashable, Sendable {
  enum Kind: Sendable {
    case element, `extension`
    /// The elements that a FHIRPath expression gives for the resource.
    case expression
    /// A form that is not judged, such as FHIRPath.
    case other
  }

  let kind: Kind
  let expression: String
  /// The path of the element that it names, or the id of one in a profile: `http://example.org/profile#Patient.name:a`.
  let element: Substring
  /// Whether it names an element of a profile, or a slice. It is not asked whether a value is one of these.
  let isOfProfile: Bool

  init(kind: Kind, expression: String) {
    (self.kind, self.expression) = (kind, expression)
    // One of the older form has an `@` before the path of an element that nests.
    let start =
      expression.utf8.lastIndex { $0 == UInt8(ascii: "#") } ?? expression.utf8.firstIndex(of: UInt8(ascii: "@"))
    let id = start.map { expression[expression.utf8.index(after: $0)...] } ?? expression[...]
    let hasSlice = id.utf8.contains(UInt8(ascii: ":"))
    let parts = hasSlice ? id.split(separator: ".", omittingEmptySubsequences: false) : []
    element = hasSlice ? parts.map { $0.prefix { $0 != ":" } }.joined(separator: ".")[...] : id
    let (halves, type) = (expression.split(separator: "#", maxSplits: 1), element.prefix { $0 != "." })
    isOfProfile =
      halves.count > 1 && !halves[0].hasSuffix("/\(type)") || halves.last?.utf8.contains(UInt8(ascii: ":")) ?? false
  }
}

/// What a definition states about one element, in a form common to all releases; `nil` if it states nothing.
struct ElementFacts {
  var path: String
  /// The same with the names of slices, if the definition gives it.
  var id: String?
  /// The name of this slice; in the older form also a label that other elements refer to.
  var name: String?
  var nameIsSlice = false
  var minimum: Int?
  /// `Int.max` for `*`.
  var maximum: Int?
  var types: [TypeFacts]?
  var values = ValueFacts()
  var binding: BindingFacts?
  var constraints: [ConstraintFacts] = []
  var isMustSupport: Bool?
  var slicing: SlicingFacts?
  /// The element whose content this one has, by its id, path or name.
  var contentReference: String?
  var place: DefinitionPlace?

  mutating func refine(by other: ElementFacts) {
    if let minimum = other.minimum { self.minimum = minimum }
    if let maximum = other.maximum { self.maximum = maximum }
    if let types = other.types { self.types = types }
    values.refine(by: other.values)
    if let binding = other.binding { self.binding = binding }
    constraints += other.constraints
    if let isMustSupport = other.isMustSupport { self.isMustSupport = isMustSupport }
    if var slicing = other.slicing {
      // A differential need not repeat the discriminators, nor that the slices are ordered.
      if let known = self.slicing {
        if slicing.discriminators.isEmpty { slicing.discriminators = known.discriminators }
        slicing.isOrdered = slicing.isOrdered ?? known.isOrdered
      }
      self.slicing = slicing
    }
    if let contentReference = other.contentReference { self.contentReference = contentReference }
    place = other.place ?? place
  }
}

struct ValueFacts {
  var fixed: KeptValue?
  /// What the value must contain at least.
  var pattern: KeptValue?
  var lowest: KeptValue?
  var highest: KeptValue?
  var maximumLength: Int?
  /// The extensions that limit the value, and that no rule judges, by their urls.
  var unjudged: [String] = []
  /// The additional bindings, and the names of the members with ``fixed`` and ``pattern``.
  var (bindings, members) = ([BindingFacts](), [String]())

  var isEmpty: Bool {
    fixed == nil && pattern == nil && lowest == nil && highest == nil && maximumLength == nil && unjudged.isEmpty
  }

  mutating func refine(by other: ValueFacts) {
    fixed = other.fixed ?? fixed
    pattern = other.pattern ?? pattern
    lowest = other.lowest ?? lowest
    highest = other.highest ?? highest
    maximumLength = other.maximumLength ?? maximumLength
    bindings += other.bindings.filter { !bindings.contains($0) }
    members += other.members
    unjudged += other.unjudged.filter { !unjudged.contains($0) }
  }
}

struct TypeFacts {
  var code: String
  var profiles: [Canonical] = []
  /// The profiles of which the target of a reference must meet one.
  var targets: [Canonical] = []
  /// How a target may be given: `contained`, `referenced`, `bundled`.
  var aggregation: [String] = []
  /// Whether a reference names a version of its target: `independent`, `specific`; empty for either.
  var versioning: [String] = []
}

struct BindingFacts: Equatable {
  var strength: String
  var valueSet: Canonical?
  var maximumValueSet: Canonical?

  var demanded: [Canonical] { [strength == "required" ? valueSet : nil, maximumValueSet].compactMap(\.self) }
}

struct ConstraintFacts {
  var key: String
  var isWarning = false
  var human: String
  /// FHIRPath; `nil` where the definition has only XPath.
  var expression: String?
  /// The definition that first states it, if a snapshot names it.
  var source: String?
  /// Whether it is from a snapshot, which repeats the constraints of the bases.
  var mayBeInherited = false
  /// The element that it is judged at, if that is not the one that states it.
  var judgedAt: String?
  var package = -1
  var place: DefinitionPlace?
}

struct SlicingFacts {
  struct Discriminator: Equatable {
    enum Kind: String { case value, exists, pattern, type, profile, position }
    var kind: Kind
    var path: String
  }

  var discriminators: [Discriminator]
  var rules: Rules
  /// `nil` if it does not say.
  var isOrdered: Bool?

  enum Rules: String { case open, closed, openAtEnd }
}
