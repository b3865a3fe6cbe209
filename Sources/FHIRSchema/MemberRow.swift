/// One JSON member that an object of some type may have: an element, or one variant of a choice element.
///
/// Besides its offset, the row holds the first and last eight bytes of the name, so that two comparisons of words
/// recognise most keys.
@frozen
@usableFromInline
package struct MemberRow: Sendable {
  /// The first eight bytes of the name, zeros after a shorter one.
  @usableFromInline package var head: UInt64
  /// The last eight bytes of a name longer than eight, else zero.
  @usableFromInline package var tail: UInt64
  @usableFromInline package var nameOffset: UInt32
  @usableFromInline package var nameLength: UInt8
  @usableFromInline package var kind: ValueKind
  /// The element's bit in the masks of its type; all variants of a choice share one bit.
  @usableFromInline package var slot: UInt8
  @usableFromInline package var flags: MemberFlags
  @usableFromInline package var type: UInt16
  /// The row of the value set of a judged binding (required or extensible), 0 for none.
  @usableFromInline package var valueSet: UInt16
  /// The row of allowed reference targets, 0 for any.
  @usableFromInline package var targets: UInt16
  @usableFromInline package var element: UInt16

  @inlinable @inline(__always)
  package var isSinglePrimitive: Bool { kind.isPrimitive && flags.isDisjoint(with: [.array, .constrained]) }

  @inlinable package var mayHaveSibling: Bool { kind.isPrimitive && !flags.contains(.bare) }
}

@frozen
@usableFromInline
package struct MemberFlags: OptionSet, Sendable {
  @usableFromInline package let rawValue: UInt8

  @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// May repeat, so its JSON form is an array.
  @inlinable package static var array: MemberFlags { MemberFlags(rawValue: 1) }
  @inlinable package static var choice: MemberFlags { MemberFlags(rawValue: 2) }
  /// The binding is required; without it a ``MemberRow/valueSet`` is extensible.
  @inlinable package static var requiredBinding: MemberFlags { MemberFlags(rawValue: 4) }
  /// `contained`: resources that live inside another one.
  @inlinable package static var contained: MemberFlags { MemberFlags(rawValue: 8) }
  @inlinable package static var constrained: MemberFlags { MemberFlags(rawValue: 16) }
  /// An XML attribute, or XHTML, where a primitive cannot have an id and extensions.
  @inlinable package static var bare: MemberFlags { MemberFlags(rawValue: 32) }
  @inlinable package static var absolute: MemberFlags { MemberFlags(rawValue: 64) }
}

/// One type: a data type, a resource, or a nested element such as `Patient.contact`.
@frozen
@usableFromInline
package struct TypeRow: Sendable {
  @usableFromInline package var required: UInt64
  /// The odd factor with the fewest collisions among this type's names.
  @usableFromInline package var hashSeed: UInt64
  @usableFromInline package var hashStart: UInt32
  /// The size of that part minus one: a power of two minus one.
  @usableFromInline package var hashMask: UInt16
  @usableFromInline package var firstMember, memberCount: UInt16
  @usableFromInline package var category: TypeCategory
  @usableFromInline package var check: ObjectCheck
}

/// The kind of a type, as far as rules need it.
@frozen
@usableFromInline
package enum TypeCategory: UInt8, Sendable {
  case dataType, primitive, nested, resource, abstractResource, `extension`, reference, codeableConcept, meta
}

/// What an object of a type is judged for as a whole, besides its members and invariants.
@frozen
@usableFromInline
package enum ObjectCheck: UInt8, Sendable {
  case none, `extension`, meta, coding
  /// A Quantity, or a type that constrains it.
  case quantity
  case reference
  /// An observation, or a component of one.
  case observation
  case attachment
  case identifier
}
