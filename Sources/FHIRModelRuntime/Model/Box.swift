/// A value on the heap, copied only when a shared one is changed: it keeps large models cheap to pass on.
@usableFromInline package final class Box<Value: Sendable>: @unchecked Sendable {
  // @unchecked: only the owner of the one reference to a box writes to it.
  @exclusivity(unchecked) @usableFromInline package var value: Value

  @inlinable package init(_ value: Value) { self.value = value }
}

extension Box: Equatable, Hashable where Value: Hashable {
  @usableFromInline package static func == (lhs: Box, rhs: Box) -> Bool { lhs === rhs || lhs.value == rhs.value }

  @usableFromInline package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

/// A property that is kept on the heap while it has a value: for elements that are large and rarely there.
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
