/// A value on the heap that is copied only when a shared one is changed: it makes large models cheap to copy.
@usableFromInline package final class Box<Value: Sendable>: @unchecked Sendable {
  // @unchecked: only the owner of a unique reference writes to a box.
  @exclusivity(unchecked) @usableFromInline package var value: Value

  @inlinable package init(_ value: Value) { self.value = value }
}

extension Box: Equatable, Hashable where Value: Hashable {
  @usableFromInline package static func == (lhs: Box, rhs: Box) -> Bool { lhs === rhs || lhs.value == rhs.value }

  @usableFromInline package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

/// A property that is stored on the heap while it has a value: for large elements that are rarely present.
@propertyWrapper
public struct Boxed<Value: Hashable & Sendable>: Hashable, Sendable {
  private var box: Box<Value>?

  /// Makes a property without a value.
  public init() {}

  /// Makes a property with a value.
  public init(wrappedValue: Value?) { box = wrappedValue.map(Box.init) }

  /// The value.
  public var wrappedValue: Value? {
    get { box?.value }
    set {
      guard let newValue else {
        box = nil
        return
      }
      if let box, isKnownUniquelyReferenced(&self.box) { box.value = newValue } else { box = Box(newValue) }
    }
  }

  /// Whether both have the same value, or none.
  public static func == (lhs: Boxed, rhs: Boxed) -> Bool {
    lhs.box === rhs.box || lhs.box?.value == rhs.box?.value
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(box?.value) }
}

extension Boxed: CustomReflectable {
  /// That of the value.
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue as Any) }
}
