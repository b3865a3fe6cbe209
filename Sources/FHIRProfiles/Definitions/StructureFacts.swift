import FHIRSchema
import FHIRSupport

/// The content of a definition of a profile, an extension or a profile of a data type, in a form common to all
/// releases.
struct StructureFacts: Sendable {
  var url = ""
  var version: String?
  /// The release in the definition's notation: `1.0.2`, `4.0.1`.
  var fhirVersion: String?
  /// The constrained type.
  var type = ""
  /// The package that it stands in, as in a ``Canonical``.
  var package = -1
  /// The definition that this one refines.
  var base: Canonical?
  /// Whether it defines a new type instead of constraining one.
  var isSpecialisation = false
  var contexts: [ExtensionContext] = []
  /// Profiles to which a conforming resource must conform, too.
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
}

extension StructureFacts {
  /// The release that the definition states, `nil` for none that is known.
  var release: FHIRRelease? { fhirVersion.flatMap { FHIRRelease.of(version: $0) } }
}

extension StructureFacts {
  /// Itself, as a reference from its own package.
  var canonical: Canonical { Canonical(version.map { "\(url)|\($0)" } ?? url, in: package) }
}

extension ElementFacts: @unchecked Sendable {}

/// A place where an extension is allowed.
struct ExtensionContext: Hashable, Sendable {
  enum Kind: Sendable {
    case element, `extension`
    /// The elements that a FHIRPath expression gives for the resource.
    case expression
    /// A form that is not judged, such as FHIRPath.
    case other
  }

  var kind: Kind
  var expression: String
}
