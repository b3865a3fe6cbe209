import FHIRTape
import FHIRNarrative

/// Texts that must be distinct. The hashes are seeded randomly. Different hashes mean different texts; if two hashes
/// are equal, an evaluation decides.
extension FastReader {
  /// `P.isDistinct()`
  func areDistinct(_ node: UnsafePointer<FastNode>, _ index: TapeIndex) -> FastVerdict {
    let path = node.pointee.paths.lowerBound
    guard let count = count(path, index) else { return .open }
    if count < 2 { return .yes }
    guard paths[Int(path)].leaf == .text else { return .open }
    texts.pointee.reset(expecting: count)
    return walk(path, index) { insert($0) ? .go : .odd } == .odd ? .open : .yes
  }

  /// `A.count() = A.K.distinct().count()`
  func haveDistinctMembers(_ node: UnsafePointer<FastNode>, _ index: TapeIndex) -> FastVerdict {
    let path = node.pointee.paths.lowerBound
    guard let count = count(path, index) else { return .open }
    texts.pointee.reset(expecting: count)
    let flow = walk(path, index) { item in
      guard case .item(let text) = one(path + 1, item), insert(text) else { return .odd }
      return .go
    }
    return flow == .odd ? .open : .yes
  }

  /// `descendants().K.isDistinct()`
  func areDistinctBelow(_ node: UnsafePointer<FastNode>, _ index: TapeIndex) -> FastVerdict {
    var room = reset(for: index)
    var keys = NamedKeys(constants[Int(node.pointee.texts.lowerBound)], within: index, of: tape)
    while let key = keys.next(tape) {
      guard key.exists, room > 0, insert(key.value) else { return .open }
      room -= 1
    }
    return .yes
  }

  /// `A.combine(descendants().A).count() = A.combine(descendants().A).K.distinct().count()`
  func haveDistinctMembersBelow(_ node: UnsafePointer<FastNode>, _ index: TapeIndex) -> FastVerdict {
    let names = node.pointee.texts
    let member = constants[Int(names.lowerBound + 1)]
    var room = reset(for: index)
    var keys = NamedKeys(constants[Int(names.lowerBound)], within: index, of: tape)
    while let key = keys.next(tape) {
      guard key.exists, tape.tag(key.value) == .array else { return .open }
      for item in tape.items(of: key.value) {
        guard room > 0, case .value(let text) = tape.plain(member, of: item, mayBeChoice: true), insert(text) else {
          return .open
        }
        room -= 1
      }
    }
    return .yes
  }

  /// The items of an array differ in the text `K`, or in their values in the array `P`.
  func arePairsDistinct(_ node: UnsafePointer<FastNode>, _ index: TapeIndex) -> FastVerdict {
    let (items, key, others) = (
      node.pointee.paths.lowerBound, node.pointee.paths.lowerBound + 1,
      node.pointee.paths.lowerBound + 2
    )
    guard let count = count(items, index) else { return .open }
    if count == 0 { return .yes }
    var pairs = 0
    let flow = walk(items, index) { item in
      guard let number = self.count(others, item) else { return .odd }
      pairs += max(number, 1)
      return .go
    }
    if flow == .odd { return .open }
    texts.pointee.reset(expecting: pairs)
    let end = walk(items, index) { item in
      guard case .item(let text) = one(key, item) else { return .odd }
      // An item that shares values only with itself is distinct, whatever they are.
      if count == 1 { return .go }
      guard let code = plainText(text), code.firstIndex(of: Self.space) == nil else { return .odd }
      let hash = TextSet.hash(code.start, code.count)
      var hasOthers = false
      let flow = walk(others, item) { other in
        hasOthers = true
        guard let other = plainText(other) else { return .odd }
        return texts.pointee.insert(TextSet.hash(other.start, other.count, after: hash)) ? .go : .odd
      }
      return flow == .odd || !hasOthers && !texts.pointee.insert(hash) ? .odd : .go
    }
    return end == .odd ? .open : .yes
  }

  private static let space = TextSpan(" ")

  /// `P.intersect(Q).empty()`
  func areDisjoint(_ node: UnsafePointer<FastNode>, _ index: TapeIndex) -> FastVerdict {
    let (first, second) = (node.pointee.paths.lowerBound, node.pointee.paths.lowerBound + 1)
    var room = reset(for: index)
    var flow = walk(first, index) { item in
      guard room > 0, plainText(item) != nil else { return .odd }
      _ = insert(item)
      room -= 1
      return .go
    }
    if flow == .odd { return .open }
    let set = texts.pointee.view
    flow = walk(second, index) { item in
      guard let text = plainText(item), !set.contains(TextSet.hash(text.start, text.count)) else { return .odd }
      return .go
    }
    return flow == .odd ? .open : .yes
  }

  /// `A.skip(1).K.all(startsWith(%context.A.first().K & 'S'))`
  func continueFirst(_ node: UnsafePointer<FastNode>, _ index: TapeIndex) -> FastVerdict {
    let path = node.pointee.paths.lowerBound
    let suffix = constants[Int(node.pointee.texts.lowerBound)]
    var first: TextSpan?
    let flow = walk(path, index) { item in
      guard case .item(let place) = one(path + 1, item), let text = plainText(place) else { return .odd }
      guard let start = first else {
        first = text
        return .go
      }
      return text.hasPrefix(start) && text.hasPrefix(suffix, at: start.count) ? .go : .odd
    }
    return flow == .odd ? .open : .yes
  }

  // MARK: - Gathering

  /// How many items a path has, `nil` if that is undecided.
  private func count(_ path: Int32, _ index: TapeIndex) -> Int? {
    var count = 0
    let flow = walk(path, index) { _ in
      count &+= 1
      return .go
    }
    return flow == .odd ? nil : count
  }

  /// Empties the set, and makes room for the texts of a name within a value: an object with such a member has at least
  /// four words, which bounds the number unless a name is repeated.
  private func reset(for value: TapeIndex) -> Int {
    let room = tape.next(value).distance(from: value) / 4
    texts.pointee.reset(expecting: room)
    return room
  }

  /// A text without escapes.
  private func plainText(_ value: TapeIndex) -> TextSpan? {
    tape.tag(value) == .string ? TextSpan(tape.lexeme(value), tape.length(value)) : nil
  }

  /// Adds a text; `false` if the set has it already, and for any other value.
  private func insert(_ value: TapeIndex) -> Bool {
    guard let text = plainText(value) else { return false }
    return texts.pointee.insert(TextSet.hash(text.start, text.count))
  }
}
