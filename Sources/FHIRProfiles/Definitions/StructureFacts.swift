import FHIRSchema
import FHIRText

/// The content of a definition of a profile, an extension or a profile of a data type, in a form common to all
/// releases.
struct StructureFacts: Sendable {
  var url = ""
  var version: String?
  /// The release in the definition's notation: `1.0.2`, `4.0.1`.
  var fhirVersion: String?
  /// The constrained type.
  var type = ""
  /// The definition that this one refines.
  var base: String?
  /// Whether it defines a new type instead of constraining one.
  var isSpecialisation = false
  var contexts: [ExtensionContext] = []
  /// Profiles to which a conforming resource must conform, too.
  var imposed: [String] = []
  /// FHIRPath that must be true at the element that contains the extension.
  var contextInvariants: [String] = []
  /// Whether an extension changes the meaning of the element that contains it; `nil` if it says nothing of that.
  var isModifier: Bool?
  /// Whether ``elements`` lists all elements of the type, not only the differences from the base.
  var isSnapshot = false
  var elements: [ElementFacts] = []
  /// The names of its members, which show the release of its form.
  var memberNames: [String] = []
}

extension StructureFacts {
  /// The release that the definition states, `nil` for none that is known.
  var release: FHIRRelease? {
    fhirVersion.flatMap { version in FHIRRelease.published.first { Self.major($0.version) == Self.major(version) } }
  }

  /// The first number of a version: all that have it are the same release here.
  static func major(_ version: String) -> Substring { version.prefix { $0 != "." } }
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

/// A fault of a definition: the part that cannot be judged because of it, and the reason.
public struct ProfileFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The url of the profile, or the name of its source if it has none.
  public let profile: String
  /// The path of the element, empty for the whole definition.
  public let element: String
  /// A description in one sentence without a full stop.
  public let message: String

  package init(_ profile: String, _ element: String, _ message: String) {
    (self.profile, self.element, self.message) = (profile, element, message)
  }

  /// The fault of a requested profile that has no definition.
  package init(unknown url: String) { self.init(url, "", "there is no definition of it") }

  /// `http://example.org/a, Patient.name: ...`.
  public var description: String { element.isEmpty ? "\(profile): \(message)" : "\(profile), \(element): \(message)" }
}
