/// A primitive with its value, and the id and extensions that it may carry beside or in place of one.
///
/// ```swift
/// let birthDate = patient.birthDate?.value  // 1974-12-25, or nil where only an extension says why it is missing
/// patient.gender = Primitive(.female)
/// coding.system = "http://loinc.org"
/// ```
public struct ModelPrimitive<Value: Hashable & Sendable, Release: ModelRelease>: Hashable, Sendable, Extensible {
  @usableFromInline package var stored: Value?
  /// The id, extensions and comments, and what could not be read.
  public var extras = ModelExtras<Release>()

  /// Makes a primitive with a value.
  @inlinable public init(_ value: Value) { stored = value }

  @inlinable package init() {}

  /// Makes a primitive that has extensions in place of a value, such as the reason why it is absent.
  public init(extension: [Release.Extension]) { extras.extension = `extension` }

  /// The value; `nil` when there are only extensions, or when what stood there could not be read.
  public var value: Value? {
    get { stored }
    set {
      stored = newValue
      extras.exactText = nil
      extras.unreadable = nil
    }
  }

  /// The id that references within the resource use.
  public var id: String? {
    get { extras.id }
    set { extras.id = newValue }
  }

  /// Extensions of the value, such as the reason why it is absent.
  public var `extension`: [Release.Extension] {
    get { extras.extension }
    set { extras.extension = newValue }
  }

  /// What stood in an array in place of the value and could not be read as one.
  public var unreadable: RawJSON? { extras.unreadable }
}

extension ModelPrimitive where Value: LosslessStringConvertible {
  /// Makes a primitive from the text that stands in JSON, such as a date's; `nil` where that is no such value.
  public init?(text: String) {
    guard let value = Value(text) else { return nil }
    self.init(value)
  }
}

extension ModelPrimitive: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The value, or what stands in its place.
  public var description: String { stored.map { String(describing: $0) } ?? placeholder }

  /// The value as Swift shows it, or what stands in its place.
  public var debugDescription: String { stored.map { String(reflecting: $0) } ?? placeholder }

  private var placeholder: String { unreadable?.text ?? "no value" }

  /// The value, the id and the extensions, as far as they are there.
  public var customMirror: Mirror {
    let value = stored.map { [(label: String?.some("value"), value: $0 as Any)] } ?? []
    return Mirror(self, children: value + extras.reflected, displayStyle: .struct)
  }
}
