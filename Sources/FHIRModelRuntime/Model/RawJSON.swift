/// A JSON value as it stood in the document, every character of it.
public struct RawJSON: Hashable, Sendable, CustomStringConvertible {
  /// The text of the value, white space inside it included.
  public let text: String

  @usableFromInline package init(text: String) { self.text = text }

  /// The text of the value.
  public var description: String { text }
}

/// A member of an object that no property of the model takes: an unknown one, or one whose value is not of its type.
public struct KeptMember: Hashable, Sendable {
  /// The name of the member.
  public let name: String
  /// Its value.
  public let value: RawJSON
  /// Whether it stood beside the member, or the form of the choice, that the property has taken.
  @usableFromInline package let isRepeated: Bool

  @usableFromInline package init(name: String, value: RawJSON, isRepeated: Bool) {
    self.name = name
    self.value = value
    self.isRepeated = isRepeated
  }
}

/// A resource of a type without a model, whole.
public struct RawResource: Hashable, Sendable {
  /// The type that the resource names, `nil` when it names none.
  public let resourceTypeName: String?
  /// The resource's JSON.
  public let json: RawJSON

  @usableFromInline package init(resourceTypeName: String?, json: RawJSON) {
    self.resourceTypeName = resourceTypeName
    self.json = json
  }
}
