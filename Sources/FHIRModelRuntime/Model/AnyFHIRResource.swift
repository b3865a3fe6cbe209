import FHIRSupport
import FHIRJSON

/// A resource of any type of a release; one without a model is kept whole.
///
/// ```swift
/// for resource in bundle.entry.compactMap(\.resource) {
///   print(resource.resourceTypeName ?? "", resource.id?.value ?? "")
///   if let patient = resource.as(Patient.self) { print(patient.birthDate?.value?.description ?? "") }
/// }
/// ```
public protocol AnyFHIRResource: Hashable, Sendable, Codable, CustomStringConvertible, CustomDebugStringConvertible {
  /// The release that the models belong to.
  associatedtype Release: ModelRelease where Release.AnyResource == Self
  /// The resource's model; `nil` for a resource of a type without a model.
  var model: (any FHIRResource<Release>)? { get }
  /// The resource of a type without a model, `nil` for any other.
  var rawResource: RawResource? { get }
}

extension AnyFHIRResource {
  /// The type of the resource; `nil` if it names none, or one that the release does not have.
  public var resourceType: Release.ResourceType? {
    if let model { return model.resourceType }
    return rawResource?.resourceTypeName.flatMap { Release.ResourceType(rawValue: $0) }
  }

  /// The name in `resourceType`, even if the release does not have it; `nil` if there is none.
  public var resourceTypeName: String? { model?.resourceType.rawValue ?? rawResource?.resourceTypeName }

  /// The id within its server. For a resource without a model, each access reads or writes its JSON.
  public var id: ModelPrimitive<String, Release>? {
    get { if let model { model.id } else { head?.id } }
    set {
      guard var model else { return write(.id(newValue)) }
      model.id = newValue
      self = model.asAnyResource
    }
  }

  /// Version, time of change, profiles, labels and tags; without a model, each access reads or writes the JSON.
  public var meta: Release.Meta? {
    get { if let model { model.meta } else { head?.meta } }
    set {
      guard var model else { return write(.meta(newValue)) }
      model.meta = newValue
      self = model.asAnyResource
    }
  }

  /// The resource as a model of a type, `nil` if it is of another type.
  public func `as`<R: FHIRResource>(_ type: R.Type = R.self) -> R? where R.Release == Release { R(self) }

  /// Whether the resource has this type and id.
  public func `is`(_ type: Release.ResourceType, id: String) -> Bool {
    resourceType == type && self.id?.value?.byBytes == id.byBytes
  }

  private var head: ResourceHead<Release>? { rawResource.map { Release.tables.readHead($0.json) } }

  private mutating func write(_ member: ResourceHead<Release>.Member) {
    guard let raw = rawResource else { return }
    let json = Release.tables.writeHead(raw.json, member)
    self = Release.tables.keep(RawResource(resourceTypeName: raw.resourceTypeName, json: json))
  }
}

/// The types of resources of a release, with their names in `resourceType`.
public protocol ModelResourceType: RawRepresentable, CaseIterable, Hashable, Sendable, Codable, CustomStringConvertible
where RawValue == String {}

extension ModelResourceType {
  /// The name in `resourceType`.
  public var description: String { rawValue }
}

/// The data type of a release for a resource's metadata.
public protocol MetaElement: FHIRElement {
  /// The version of the resource on its server.
  var versionId: ModelPrimitive<String, Release>? { get set }
  /// When that version was made.
  var lastUpdated: ModelPrimitive<FHIRInstant, Release>? { get set }
}

struct ResourceHead<Release: ModelRelease>: Sendable {
  var id: ModelPrimitive<String, Release>?
  var meta: Release.Meta?

  /// One of these members, for writing.
  enum Member: Sendable {
    case id(ModelPrimitive<String, Release>?)
    case meta(Release.Meta?)
  }
}

extension ResourceHead where Release: StoredRelease {
  /// Reads the valid ones of these members; others stay in the resource's JSON.
  init(reading json: RawJSON) {
    var text = json.text
    self = text.withUTF8 { bytes in
      Document.withTape(bytes, failure: { _ in ResourceHead() }) { tape in
        var head = ResourceHead()
        guard tape.tag(.root) == .object else { return head }
        var reader = TapeReader(tape, bytes: bytes.count, forms: Release.tables.forms, stopsAtFirstFault: false)
        if let id = tape.member("id", of: .root) {
          reader.index = id
          reader.decode(&head.id)
        }
        if let meta = tape.member("meta", of: .root) {
          reader.index = meta
          reader.decode(&head.meta)
        }
        return head
      }
    }
  }

  /// The JSON with a member replaced; all other text stays unchanged.
  static func write(_ member: Member, into json: RawJSON) -> RawJSON {
    var writer = ElementWriter(capacity: 64)
    switch member {
    case .id(let id): writer.member("id", id)
    case .meta(let meta): writer.member("meta", meta)
    }
    let text = writer.withBytes { String(decoding: $0, as: UTF8.self) }
    guard case .id = member else { return json.replacing("meta", with: text) }
    return json.replacing("_id", with: "").replacing("id", with: text)
  }
}

extension RawJSON {
  /// The object with a member replaced, or removed if there is no text. A new member comes after the type.
  ///
  /// - Parameter text: the member's name and value, and perhaps a second member.
  fileprivate func replacing(_ name: StaticString, with text: String) -> RawJSON {
    var json = self.text
    let edit: (range: Range<Int>, text: String)? = json.withUTF8 { bytes in
      Document.withTape(bytes, failure: { _ in nil }) { tape in
        guard tape.tag(.root) == .object else { return nil }
        let (start, end) = (TapeIndex.root.content, tape.next(.root))
        if let value = tape.member(name, of: .root) {
          let member = tape.range(value.key).lowerBound..<tape.range(value).upperBound
          guard text.isEmpty else { return (member, text) }
          // Includes the comma that separates it from the next member, or from the previous one.
          let next = tape.next(value)
          if next < end { return (member.lowerBound..<tape.range(next).lowerBound, "") }
          let previous = Array(tape.keys(of: .root)).last { $0 < value.key }
          let first = previous.map { tape.range($0.value).upperBound } ?? tape.range(.root).lowerBound + 1
          return (first..<member.upperBound, "")
        }
        guard !text.isEmpty else { return nil }
        if let type = tape.resourceTypeIndex(of: .root) {
          let place = tape.range(type).upperBound
          return (place..<place, "," + text)
        }
        let place = tape.range(.root).lowerBound + 1
        return (place..<place, start < end ? text + "," : text)
      }
    }
    guard let edit else { return self }
    var bytes = Array(json.utf8)
    bytes.replaceSubrange(edit.range, with: edit.text.utf8)
    return RawJSON(text: String(decoding: bytes, as: UTF8.self))
  }
}
