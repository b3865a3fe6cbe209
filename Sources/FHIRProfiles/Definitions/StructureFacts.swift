import FHIRText

/// What a definition of a profile, an extension or a profile of a data type says, in the terms of all releases.
struct StructureFacts: Sendable {
  var url = ""
  var version: String?
  /// The release, as the definition states it: `1.0.2`, `4.0.1`.
  var fhirVersion: String?
  /// The type that is constrained.
  var type = ""
  /// The definition that this one refines.
  var base: String?
  /// Whether it makes a type of its own and constrains none.
  var isSpecialisation = false
  var contexts: [ExtensionContext] = []
  /// Profiles that whatever meets this one has to meet too.
  var imposed: [String] = []
  /// FHIRPath that has to be true where the extension stands.
  var contextInvariants: [String] = []
  /// Whether an extension changes the meaning of the element in which it stands.
  var isModifier = false
  /// Whether ``elements`` are all of the type's, and not only what differs from the base.
  var isSnapshot = false
  var elements: [ElementFacts] = []
  /// The names of its members, by which a release recognises its form.
  var memberNames: [String] = []
}

extension ElementFacts: @unchecked Sendable {}

/// Where an extension may stand.
struct ExtensionContext: Hashable, Sendable {
  enum Kind: Sendable {
    case element, `extension`
    /// The elements that a FHIRPath expression gives for the resource.
    case expression
    /// Said in a way that is not judged, such as FHIRPath.
    case other
  }

  var kind: Kind
  var expression: String
}

/// A fault of a definition: what cannot be judged because of it, and why.
public struct ProfileFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The url of the profile, or the name of what was read where it has none.
  public let profile: String
  /// The path of the element, empty for the whole definition.
  public let element: String
  /// What is wrong, in one sentence without a full stop.
  public let message: String

  package init(_ profile: String, _ element: String, _ message: String) {
    (self.profile, self.element, self.message) = (profile, element, message)
  }

  /// The fault of a profile that was asked for, and of which there is no definition.
  package init(unknown url: String) { self.init(url, "", "there is no definition of it") }

  /// `http://example.org/a, Patient.name: ...`.
  public var description: String { element.isEmpty ? "\(profile): \(message)" : "\(profile), \(element): \(message)" }
}
