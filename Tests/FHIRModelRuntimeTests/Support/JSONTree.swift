import FHIRTape

/// A JSON text as a tree, to be altered: scalars and names are kept as written.
indirect enum JSONTree {
  case scalar(String)
  case array([JSONTree])
  case object([Member])

  struct Member {
    /// The name without quotes.
    var name: String
    var value: JSONTree
  }

  init(_ json: [UInt8]) throws {
    var builder = TapeBuilder(maximumDepth: 500)
    var buffer = PaddedBuffer(capacity: json.count)
    json.withUnsafeBufferPointer { if let start = $0.baseAddress { buffer.append(start, count: json.count) } }
    switch builder.read(buffer.bytes, from: 0, to: json.count) {
    case .value: self.init(builder.tape(over: buffer.bytes), .root)
    case .failure(let error): throw error
    case .entries: self = .scalar("null")
    }
  }

  private init(_ tape: Tape, _ index: TapeIndex) {
    let end = tape.next(index)
    var child = index.content
    switch tape.tag(index) {
    case .object:
      var members: [Member] = []
      while child < end {
        let name = String(
          decoding: UnsafeBufferPointer(start: tape.lexeme(child), count: tape.length(child)), as: UTF8.self)
        members.append(Member(name: name, value: JSONTree(tape, child.value)))
        child = tape.next(child.value)
      }
      self = .object(members)
    case .array:
      var items: [JSONTree] = []
      while child < end {
        items.append(JSONTree(tape, child))
        child = tape.next(child)
      }
      self = .array(items)
    default:
      let range = tape.range(index)
      let text = UnsafeBufferPointer(start: tape.bytes + range.lowerBound, count: range.count)
      self = .scalar(String(decoding: text, as: UTF8.self))
    }
  }

  var text: String {
    switch self {
    case .scalar(let text): text
    case .array(let items): "[" + items.map(\.text).joined(separator: ",") + "]"
    case .object(let members): "{" + members.map { "\"\($0.name)\":\($0.value.text)" }.joined(separator: ",") + "}"
    }
  }

  /// Changes one place of the tree, with equal probability for each.
  mutating func change(_ random: inout SplitMix64, _ change: (inout JSONTree, inout SplitMix64) -> Void) {
    switch self {
    case .object(var members) where !members.isEmpty && random.next() % 4 > 0:
      members[random.index(members.count)].value.change(&random, change)
      self = .object(members)
    case .array(var items) where !items.isEmpty && random.next() % 4 > 0:
      items[random.index(items.count)].change(&random, change)
      self = .array(items)
    case .scalar: break
    default: change(&self, &random)
    }
  }
}

/// Random numbers that are the same in every run.
struct SplitMix64 {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func index(_ count: Int) -> Int { Int(next() % UInt64(count)) }

  mutating func element<T>(_ array: [T]) -> T { array[index(array.count)] }
}
