import FHIRTape

/// One item of a collection: an element of the record, or a value of the System types. An item has a trivial memory
/// layout. Texts, moments and quantities are pointers into the record, the program or the arena, so that copying and
/// dropping items costs nothing; all of them live until the evaluation ends.
struct Item {
  enum Kind: UInt8 {
    /// No item, where there may be one.
    case none
    case node, boolean, integer, decimal, string, date, dateTime, time, quantity, type

    /// The name of the System type; `nil` for an element, and for no item.
    var systemName: StaticString? { Self.systemNames[Int(rawValue)] }

    private static let systemNames: [StaticString?] = [
      nil, nil, "Boolean", "Integer", "Decimal", "String", "Date", "DateTime", "Time", "Quantity", "TypeInfo",
    ]
  }

  var kind: Kind
  /// For a decimal, the scale; for a node whose type was read only from its name, the length of the choice's name.
  var detail: UInt8 = 0
  /// For a node, the row of its type.
  var type: Int16 = -1
  /// For a node, its row among the members, -1 if the release does not have it.
  var member: Int32 = -1
  var low: UInt64 = 0
  var high: UInt64 = 0

  static let none = Item(kind: .none)

  static func boolean(_ value: Bool) -> Item { Item(kind: .boolean, low: value ? 1 : 0) }
  static func integer(_ value: Int64) -> Item { Item(kind: .integer, low: UInt64(bitPattern: value)) }
  static func integer(_ value: Int) -> Item { integer(Int64(value)) }

  static func decimal(_ value: Decimal) -> Item {
    Item(
      kind: .decimal, detail: UInt8(truncatingIfNeeded: value.scale), low: UInt64(truncatingIfNeeded: value.digits),
      high: UInt64(truncatingIfNeeded: value.digits >> 64))
  }

  static func string(_ text: TextSpan) -> Item {
    Item(kind: .string, low: UInt64(UInt(bitPattern: text.start)), high: UInt64(text.count))
  }

  static func quantity(_ quantity: UnsafePointer<Quantity>) -> Item {
    Item(kind: .quantity, low: UInt64(UInt(bitPattern: quantity)))
  }

  static func moment(_ moment: UnsafePointer<Moment>, _ kind: Moment.Kind) -> Item {
    let kind: Kind = kind == .date ? .date : kind == .dateTime ? .dateTime : .time
    return Item(kind: kind, low: UInt64(UInt(bitPattern: moment)))
  }

  // MARK: - What the bits mean

  var boolean: Bool { low != 0 }
  var integer: Int64 { Int64(bitPattern: low) }
  var decimal: Decimal { Decimal(digits: Int128(truncatingIfNeeded: high) << 64 | Int128(low), scale: Int(detail)) }
  var text: TextSpan {
    guard let start = UnsafePointer<UInt8>(bitPattern: UInt(low)) else { return .empty }
    return TextSpan(start, Int(high))
  }
  var quantity: Quantity? { kind == .quantity ? UnsafePointer<Quantity>(bitPattern: UInt(low))?.pointee : nil }
  var moment: Moment? { momentKind == nil ? nil : UnsafePointer<Moment>(bitPattern: UInt(low))?.pointee }
  /// Both enumerations have the three kinds in the same order.
  var momentKind: Moment.Kind? { Moment.Kind(rawValue: kind.rawValue &- Kind.date.rawValue) }
  var isNumber: Bool { kind == .integer || kind == .decimal }
  /// Whether it is a quantity, or a number, which is one without a unit.
  var isAmount: Bool { isNumber || kind == .quantity }

  // MARK: - Nodes

  /// An element of the record: see ``FHIRPathNode``.
  static func node(
    _ index: TapeIndex, owner: TapeIndex, key: TapeIndex, position: Int, type: Int16, member: Int, detail: UInt8 = 0
  ) -> Item {
    Item(
      kind: .node, detail: detail, type: type, member: Int32(truncatingIfNeeded: member),
      low: pack(index.word, owner.word),
      high: pack(key.word, position))
  }

  private static func pack(_ a: Int, _ b: Int) -> UInt64 {
    UInt64(UInt32(truncatingIfNeeded: a)) | UInt64(UInt32(truncatingIfNeeded: b)) << 32
  }

  /// The tape index of the value; `.none` if there is none, and for items that are not nodes.
  @inline(__always) var index: TapeIndex { TapeIndex(kind == .node ? Int(Int32(truncatingIfNeeded: low)) : -1) }
  var owner: TapeIndex { TapeIndex(Int(Int32(truncatingIfNeeded: low >> 32))) }
  var key: TapeIndex { TapeIndex(Int(Int32(truncatingIfNeeded: high))) }
  var position: Int { Int(Int32(truncatingIfNeeded: high >> 32)) }
}
