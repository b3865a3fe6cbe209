/// A JSON value exactly as written in the document.
public struct RawJSON: Hashable, Sendable, CustomStringConvertible {
  /// The text of the value, including white space.
  public let text: String

  @usableFromInline package init(text: String) { self.text = text }

  /// The text of the value.
  public var description: String { text }
}

/// A member of an object that no property of the model holds: an unknown one, or one whose value has another type.
public struct KeptMember: Hashable, Sendable {
  /// The name of the member.
  public let name: String
  /// Its value.
  public let value: RawJSON
  /// Whether the property holds another member of the same name, or another form of the choice.
  @usableFromInline package let isRepeated: Bool

  @usableFromInline package init(name: String, value: RawJSON, isRepeated: Bool) {
    self.name = name
    self.value = value
    self.isRepeated = isRepeated
  }
}

/// A whole resource of a type without a model.
public struct RawResource: Hashable, Sendable {
  /// The type that the resource names, `nil` if it names none.
  public let resourceTypeName: String?
  /// The resource's JSON.
  public let json: RawJSON

  @usableFromInline package init(resourceTypeName: String?, json: RawJSON) {
    self.resourceTypeName = resourceTypeName
    self.json = json
  }
}
