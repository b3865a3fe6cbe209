import FHIRSupport

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
