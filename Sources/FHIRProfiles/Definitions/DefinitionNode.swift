import FHIRTape

/// A JSON value of a definition, with members by name and items by position.
///
/// Definitions are read only once, so this code is simple rather than fast.
struct DefinitionNode {
  let tape: Tape
  let index: TapeIndex

  init(_ tape: Tape, _ index: TapeIndex) {
    (self.tape, self.index) = (tape, index)
  }

  /// The value of a member.
  subscript(name: StaticString) -> DefinitionNode? {
    tape.member(name, of: index).map { DefinitionNode(tape, $0) }
  }

  var string: String? { tape.isString(index) ? tape.string(index) : nil }

  /// The value as written.
  var lexeme: String {
    String(decoding: UnsafeBufferPointer(start: tape.lexeme(index), count: tape.length(index)), as: UTF8.self)
  }

  var integer: Int? { tape.tag(index) == .integer ? Int(lexeme) : nil }

  var boolean: Bool? {
    switch tape.tag(index) {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// The items of an array; any other value is its own single item, because a release may have changed a member from
  /// one value to many.
  var items: [DefinitionNode] { tape.items(of: index).map { DefinitionNode(tape, $0) } }

  /// The items of a member, empty if it is absent.
  func items(_ name: StaticString) -> [DefinitionNode] { self[name]?.items ?? [] }

  /// The texts of a member, empty if it is absent.
  func strings(_ name: StaticString) -> [String] { items(name).compactMap(\.string) }

  /// The members of an object.
  var members: [(name: String, value: DefinitionNode)] {
    guard tape.tag(index) == .object else { return [] }
    return tape.keys(of: index).map { (tape.string($0), DefinitionNode(tape, $0.value)) }
  }

  /// The value of the extension with a url, whatever its type.
  func valueOfExtension(_ url: StaticString) -> DefinitionNode? { valuesOfExtension(url).first }

  /// The values of all extensions with a url.
  func valuesOfExtension(_ url: StaticString) -> [DefinitionNode] {
    items("extension").filter { $0["url"].map { tape.string($0.index, isText: url) } ?? false }.compactMap { item in
      item.members.first { $0.name.utf8.starts(with: "value".utf8) }?.value
    }
  }
}

extension Tape {
  func isString(_ index: TapeIndex) -> Bool { tag(index) == .string || tag(index) == .escapedString }

  /// Whether a value is a string equal to this text.
  func string(_ index: TapeIndex, isText text: StaticString) -> Bool { isString(index) && string(index, equals: text) }

  /// Whether a value is a string equal to these bytes.
  func string(_ index: TapeIndex, isText text: KeptText) -> Bool {
    isString(index) && string(index, equals: text.start, text.count)
  }
}
