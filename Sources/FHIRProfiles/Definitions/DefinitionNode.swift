import FHIRTape

/// A JSON value of a definition. Definitions are read only once, so this code is simple rather than fast.
struct DefinitionNode {
  let tape: Tape
  let index: TapeIndex

  init(_ tape: Tape, _ index: TapeIndex) { (self.tape, self.index) = (tape, index) }
  subscript(name: StaticString) -> DefinitionNode? { tape.member(name, of: index).map { DefinitionNode(tape, $0) } }
  var string: String? { tape.text(index) }
  var lexeme: String { tape.lexemeText(index) }
  var integer: Int? { tape.wholeNumber(index) }
  var boolean: Bool? { tape.tag(index) == .true ? true : tape.tag(index) == .false ? false : nil }

  /// The items of an array; any other value is its own single item, since a release may have made many values of one.
  var items: [DefinitionNode] { tape.items(of: index).map { DefinitionNode(tape, $0) } }
  func items(_ name: StaticString) -> [DefinitionNode] { self[name]?.items ?? [] }
  func strings(_ name: StaticString) -> [String] { items(name).compactMap(\.string) }

  var members: [(name: String, value: DefinitionNode)] {
    guard tape.tag(index) == .object else { return [] }
    return tape.keys(of: index).map { (tape.string($0), DefinitionNode(tape, $0.value)) }
  }

  func valueOfExtension(_ url: StaticString) -> DefinitionNode? { valuesOfExtension(url).first }

  func valuesOfExtension(_ url: StaticString) -> [DefinitionNode] {
    items("extension").filter { $0["url"].map { tape.string($0.index, isText: url) } ?? false }.compactMap { item in
      item.members.first { $0.name.utf8.starts(with: "value".utf8) }?.value
    }
  }
}

extension Tape {
  /// The text of a value that a message shows; of a quantity too long for one, its comparator, number and unit.
  func valueExcerpt(_ index: TapeIndex) -> String {
    let (text, node) = (excerpt(index), DefinitionNode(self, index))
    guard text.hasSuffix("..."), let amount = node["value"], [.integer, .decimal].contains(tag(amount.index)),
      let unit = node["code"]?.string ?? node["unit"]?.string
    else { return text }
    return "\(node["comparator"]?.string ?? "")\(amount.lexeme) \(unit)"
  }

  func string(_ index: TapeIndex, isText text: StaticString) -> Bool { isString(index) && string(index, equals: text) }

  func string(_ index: TapeIndex, isText text: KeptText) -> Bool {
    isString(index) && string(index, equals: text.start, text.count)
  }

  /// The value of the first member with a name in an object.
  func value(_ name: KeptText, of object: TapeIndex) -> TapeIndex? {
    guard tag(object) == .object else { return nil }
    // Most keys have another length.
    for key in keys(of: object) where length(key) == name.count || tag(key) != .key {
      if string(key, equals: name.start, name.count) { return key.value }
    }
    return nil
  }
}

/// A JSON value that owns its memory: a fixed value, a pattern, a bound.
package final class KeptValue: @unchecked Sendable {
  // @unchecked: written only by the initialiser. The value, at index 0; valid for the lifetime of this object.
  let tape: Tape

  init?(_ node: DefinitionNode) {
    let range = node.tape.range(node.index)
    var buffer = PaddedBuffer(capacity: range.count)
    buffer.append(node.tape.bytes + range.lowerBound, count: range.count)
    // The value was read before, with a lower depth limit.
    var builder = TapeBuilder(maximumDepth: 500, capacity: 0)
    guard case .value = builder.read(buffer.bytes, from: 0, to: range.count) else { return nil }
    // A definition has thousands of values, most of them a word, so the copy has exactly their size.
    let read = builder.tape(over: buffer.bytes)
    let words = UnsafeMutablePointer<UInt64>.allocate(capacity: read.next(.root).word)
    words.initialize(from: read.words, count: read.next(.root).word)
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: range.count + Bytes.padding)
    bytes.initialize(repeating: 0, count: range.count + Bytes.padding)
    bytes.update(from: buffer.bytes, count: range.count)
    tape = Tape(words: words, bytes: bytes)
  }

  deinit {
    tape.words.deallocate()
    tape.bytes.deallocate()
  }

  var excerpt: String { tape.valueExcerpt(.root) }
}

/// A text that owns its memory, with readable padding after it: a name or a URL to compare with.
final class KeptText: @unchecked Sendable {
  // @unchecked: the initialiser writes the memory, and it never changes afterwards.
  let start: UnsafePointer<UInt8>
  let count: Int

  init(_ text: String) {
    count = text.utf8.count
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: count + Bytes.padding)
    memory.initialize(repeating: 0, count: count + Bytes.padding)
    for (place, byte) in text.utf8.enumerated() { memory[place] = byte }
    start = UnsafePointer(memory)
  }

  deinit { start.deallocate() }

  var string: String { String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self) }
}
