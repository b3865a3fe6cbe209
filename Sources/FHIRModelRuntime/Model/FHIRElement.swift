import FHIRSupport

/// A data type, or an element nested in a resource.
///
/// Single elements are optional properties, including those that FHIR requires: real records lack them, and lenient
/// decoding still returns such records. Elements that repeat are arrays, empty if absent.
public protocol FHIRElement<Release>: Hashable, Sendable, Codable, Extensible, CustomStringConvertible {
  /// Makes an element in which everything is absent.
  init()
  /// The id, extensions and comments, and the kept members.
  var extras: ModelExtras<Release> { get set }
}

extension FHIRElement {
  /// Makes an element and fills it in: `Coding { $0.system = "http://loinc.org" }`.
  public init(_ fill: (inout Self) -> Void) {
    self.init()
    fill(&self)
  }

  /// The id that references within the resource use.
  public var id: String? {
    get { extras.id }
    set { extras.id = newValue }
  }

  /// Extensions that may be ignored.
  public var `extension`: [Release.Extension] {
    get { extras.extension }
    set { extras.extension = newValue }
  }

  /// Members that no property could hold: unknown ones, and those whose value has another type.
  public var keptAside: [KeptMember] { extras.keptAside }

  /// The array item in place of this element that is not an object; the element is then empty.
  public var unreadable: RawJSON? { extras.unreadable }
}

/// An element nested in a resource, which may have modifier extensions.
public protocol BackboneElement: FHIRElement {}

extension BackboneElement {
  /// Extensions that change the meaning of the element and must not be ignored.
  public var modifierExtension: [Release.Extension] {
    get { extras.modifierExtension }
    set { extras.modifierExtension = newValue }
  }
}

/// The requirements of the decoder and the encoder for an element or the content of a resource; generated for each.
@usableFromInline package protocol ElementContent: JSONComparable, Sendable {
  associatedtype Release: StoredRelease
  init()
  var extras: ModelExtras<Release> { get set }
  static var members: MemberTable { get }
  /// Reads the member with this number in ``members``, at the reader's position.
  mutating func decode(_ member: Int, from reader: inout TapeReader)
  /// Writes the members in the order of the definitions.
  func encode(to writer: inout ElementWriter)
}

/// The data type of a release for extensions.
public protocol ExtensionElement: FHIRElement {
  /// The URL that identifies the meaning of the extension.
  var extensionURL: String? { get }
}

/// A type that may have extensions: elements, primitives, and most resources.
public protocol Extensible<Release> {
  /// The release that it belongs to.
  associatedtype Release: ModelRelease
  /// Extensions that may be ignored.
  var `extension`: [Release.Extension] { get set }
}

extension Extensible {
  /// The extensions with a URL, in their order.
  ///
  /// With several URLs, nested extensions: `patient.extensions(raceURL, "ombCategory")` returns the extensions
  /// `ombCategory` inside the extensions for race.
  public func extensions(_ url: String, _ nested: String...) -> [Release.Extension] {
    nested.reduce(self.extension.with(url: url)) { outer, url in outer.flatMap { $0.extension.with(url: url) } }
  }
}

extension Sequence where Element: ExtensionElement {
  /// The extensions with this URL.
  public func with(url: String) -> [Element] { filter { $0.extensionURL?.byBytes == url.byBytes } }

  /// The first extension with this URL.
  public func first(url: String) -> Element? { first { $0.extensionURL?.byBytes == url.byBytes } }
}

/// A data type with a `system` that defines its value: a code of a code system, an identifier of an authority.
public protocol SystemElement: FHIRElement {
  /// The URI of the system.
  var system: ModelPrimitive<String, Release>? { get set }
}

extension Sequence where Element: SystemElement {
  /// The codings or identifiers of this system, in their order.
  public func with(system: String) -> [Element] { filter { $0.system?.value?.byBytes == system.byBytes } }

  /// The first coding or identifier of this system.
  public func first(system: String) -> Element? { first { $0.system?.value?.byBytes == system.byBytes } }
}
