/// A resource with a model: a value whose content is shared until it is changed, so it is cheap to copy.
public protocol FHIRResource<Release>: Hashable, Sendable, Codable, CustomStringConvertible,
  CustomDebugStringConvertible, CustomReflectable
{
  associatedtype Release: ModelRelease
  static var resourceType: Release.ResourceType { get }
  /// Makes a resource in which everything is absent.
  init()
  /// The resource in `resource`, `nil` if it is of another type.
  init?(_ resource: Release.AnyResource)
  var asAnyResource: Release.AnyResource { get }
  /// Extensions and comments, and the kept members.
  var extras: ModelExtras<Release> { get set }
  /// The id within its server: with type and source it identifies the record.
  var id: ModelPrimitive<String, Release>? { get set }
  /// Version, time of change, profiles, labels and tags.
  var meta: Release.Meta? { get set }
  /// Rules that the author of the content used and that a reader must know.
  var implicitRules: ModelPrimitive<String, Release>? { get set }
  var language: ModelPrimitive<String, Release>? { get set }
}

extension FHIRResource {
  /// The type in `resourceType`.
  public var resourceType: Release.ResourceType { Self.resourceType }

  /// Makes a resource and fills it in: `Patient { $0.id = "p1" }`.
  public init(_ fill: (inout Self) -> Void) {
    self.init()
    fill(&self)
  }

  /// Members that no property could hold: unknown ones, and those whose value has another type.
  public var keptAside: [KeptMember] { extras.keptAside }
}

/// A resource that may have a narrative, contained resources and extensions: all but Binary and Bundle.
public protocol DomainResource<Release>: FHIRResource, Extensible {
  /// The content for people to read.
  var text: Release.Narrative? { get set }
  /// Resources that exist only within this one.
  var contained: [Release.AnyResource] { get set }
}

extension DomainResource {
  /// Extensions that may be ignored.
  public var `extension`: [Release.Extension] {
    get { extras.extension }
    set { extras.extension = newValue }
  }

  /// Extensions that change the meaning of the resource and must not be ignored.
  public var modifierExtension: [Release.Extension] {
    get { extras.modifierExtension }
    set { extras.modifierExtension = newValue }
  }
}

/// A resource that stores its content in a box, as all generated resources do.
@usableFromInline package protocol StoredResource: FHIRResource where Release: StoredRelease {
  associatedtype Fields: ElementContent where Fields.Release == Release
  init(box: Box<Fields>)
  var box: Box<Fields> { get set }
}

extension StoredResource {
  /// The box, copied first if it is shared, for writing.
  @inlinable package var own: Box<Fields> {
    mutating get {
      if !isKnownUniquelyReferenced(&box) { box = Box(box.value) }
      return box
    }
  }
}
