import FHIRTape

/// A value of a JSON text and the bytes that it takes, for edits that leave all other bytes as they are.
struct JSONNode {
  typealias Member = (name: String, key: Range<Int>, value: JSONNode)

  let tag: TapeTag
  /// From its first byte to the byte after its last.
  let range: Range<Int>
  /// The members of an object.
  var members: [Member] = []
  /// The items of an array.
  var array: [JSONNode] = []
  /// The text of a string.
  var string: String?
  var integer: Int?

  /// - Returns: `nil` if the bytes are not one JSON value.
  init?(_ bytes: [UInt8]) {
    var buffer = PaddedBuffer(capacity: bytes.count)
    bytes.withUnsafeBufferPointer { if let start = $0.baseAddress { buffer.append(start, count: $0.count) } }
    var builder = TapeBuilder(maximumDepth: 200)
    let text = UnsafePointer(buffer.bytes)
    guard case .value = builder.read(text, from: 0, to: bytes.count) else { return nil }
    self.init(builder.tape(over: text), .root)
  }

  private init(_ tape: Tape, _ index: TapeIndex) {
    (tag, range) = (tape.tag(index), tape.range(index))
    switch tag {
    case .object:
      members = tape.keys(of: index).map { (tape.string($0), tape.range($0), JSONNode(tape, $0.value)) }
    case .array: array = tape.items(of: index).map { JSONNode(tape, $0) }
    case .string, .escapedString: string = tape.string(index)
    case .integer:
      let digits = UnsafeBufferPointer(start: tape.lexeme(index), count: tape.length(index))
      integer = Int(String(decoding: digits, as: UTF8.self))
    default: break
    }
  }

  subscript(name: String) -> JSONNode? { members.first { $0.name == name }?.value }

  /// The items of an array; any other value is its own only item.
  var items: [JSONNode] { tag == .array ? array : [self] }

  private var children: [JSONNode] { members.map { $0.value } + array }

  /// All objects in it, itself first.
  var objects: [JSONNode] { (tag == .object ? [self] : []) + children.flatMap(\.objects) }

  /// All resources in it that are not contained in others, itself first.
  var resources: [JSONNode] {
    let inside = members.filter { $0.name != "contained" }.map { $0.value } + array
    return (self["resourceType"] == nil ? [] : [self]) + inside.flatMap(\.resources)
  }
}
