import FHIRTape
import FHIRNarrative

/// Reads a record with a fast form.
///
/// The recursion depth is the nesting of the form, not that of the record.
struct FastReader {
  let nodes: UnsafePointer<FastNode>
  let paths: UnsafePointer<FastPath>
  let steps: UnsafePointer<FastStep>
  let constants: UnsafePointer<TextSpan>
  let pieces: UnsafePointer<TextPattern.Piece>
  let tape: Tape
  let texts: UnsafeMutablePointer<TextSet>

  init(_ form: FastForm, _ tape: Tape, _ texts: UnsafeMutablePointer<TextSet>) {
    // Each buffer has at least one element, so it has an address.
    nodes = UnsafePointer(form.nodes.baseAddress.unsafelyUnwrapped)
    paths = UnsafePointer(form.paths.baseAddress.unsafelyUnwrapped)
    steps = UnsafePointer(form.steps.baseAddress.unsafelyUnwrapped)
    constants = UnsafePointer(form.texts.baseAddress.unsafelyUnwrapped)
    pieces = UnsafePointer(form.pieces.baseAddress.unsafelyUnwrapped)
    self.tape = tape
    self.texts = texts
  }

  /// The result of a condition for an element.
  func verdict(_ number: Int32, _ index: TapeIndex) -> FastVerdict {
    let node = nodes + Int(number)
    switch node.pointee.kind {
    case .open: return .open
    case .yes: return .yes
    case .no: return .no
    case .and: return and(node, index)
    case .or: return or(node, index)
    case .implies: return implies(node, index)
    case .xor, .differ: return isSame(node, index).negated
    case .same: return isSame(node, index)
    case .not: return verdict(node.pointee.left, index).negated
    case .exists: return exists(node, index)
    case .empty: return exists(node, index).negated
    case .all: return all(node, index)
    case .hasValue, .isText, .isOneOf, .boolean, .startsWith, .contains, .matches: return ofOne(node, index)
    case .count: return count(node, index)
    case .compare: return compare(node, index)
    case .distinct: return areDistinct(node, index)
    case .distinctMembers: return haveDistinctMembers(node, index)
    case .distinctBelow: return areDistinctBelow(node, index)
    case .distinctMembersBelow: return haveDistinctMembersBelow(node, index)
    case .distinctPairs: return arePairsDistinct(node, index)
    case .disjoint: return areDisjoint(node, index)
    case .continueFirst: return continueFirst(node, index)
    }
  }

  // MARK: - Of conditions

  // An evaluation proceeds from left to right and stops if the left side decides. So if the left side is undecided and
  // may fail, the result is undecided; if it cannot fail, it may be skipped.

  private func and(_ node: UnsafePointer<FastNode>, _ index: TapeIndex) -> FastVerdict {
    let left = verdict(node.pointee.left, index)
    if left == .no || isUncertain(left, node) { return left }
    let right = verdict(node.pointee.right, index)
    if right == .no { return .no }
    if left == .open || right == .open { return .open }
    return left == .yes && right == .yes ? .yes : .empty
  }

  private func or(_ node: UnsafePointer<FastNode>, _ index: TapeIndex) -> FastVerdict {
    let left = verdict(node.pointee.left, index)
    if left == .yes || isUncertain(left, node) { return left }
    let right = verdict(node.pointee.right, index)
    if right == .yes { return .yes }
    if left == .open || right == .open { return .open }
    return left == .no && right == .no ? .no : .empty
  }

  private func implies(_ node: UnsafePointer<FastNode>, _ index: TapeIndex) -> FastVerdict {
    let left = verdict(node.pointee.left, index)
    if left == .no { return .yes }
    if isUncertain(left, node) { return .open }
    let right = verdict(node.pointee.right, index)
    if right == .yes { return .yes }
    if left == .open || right == .open { return .open }
    return left == .yes ? right : .empty
  }

  @inline(__always)
  private func isUncertain(_ left: FastVerdict, _ node: UnsafePointer<FastNode>) -> Bool {
    left == .open && !nodes[Int(node.pointee.left)].isTotal
  }

  private func isSame(_ node: UnsafePointer<FastNode>, _ index: TapeIndex) -> FastVerdict {
    let left = verdict(node.pointee.left, index)
    if left == .open { return .open }
    let right = verdict(node.pointee.right, index)
    if right == .open { return .open }
    if left == .empty || right == .empty { return .empty }
    return left == right ? .yes : .no
  }

  // MARK: - Of the items of paths

  private func exists(_ node: UnsafePointer<FastNode>, _ index: TapeIndex) -> FastVerdict {
    let (criterion, path) = (node.pointee.left, node.pointee.paths.lowerBound)
    if node.pointee.paths.count == 1 {
      // The element itself, as in `where(a > b).empty()`.
      if criterion >= 0, paths[Int(path)].steps.isEmpty {
        let found = verdict(criterion, index)
        return found == .empty ? .no : found
      }
      if criterion < 0, let member = member(path, index) {
        switch member {
        case .absent: return .no
        case .value: return .yes
        case .odd: return .open
        }
      }
    }
    return isFound(node, index) { criterion, item in criterion < 0 ? .yes : verdict(criterion, item) }
  }

  private func all(_ node: UnsafePointer<FastNode>, _ index: TapeIndex) -> FastVerdict {
    isFound(node, index) { criterion, item in
      switch verdict(criterion, item) {
      case .yes: .no
      case .no, .empty: .yes
      case .open: .open
      }
    }.negated
  }

  /// Whether an item meets the condition.
  @inline(__always)
  private func isFound(
    _ node: UnsafePointer<FastNode>, _ index: TapeIndex, _ isIt: (_ criterion: Int32, _ item: TapeIndex) -> FastVerdict
  ) -> FastVerdict {
    let criterion = node.pointee.left
    // Conditions whose evaluation may fail must be tested even after a match.
    let stopsEarly = node.pointee.isTotal
    var isFound = false
    for path in node.pointee.paths {
      let flow = walk(path, index) { item in
        switch isIt(criterion, item) {
        case .no, .empty: return .go
        case .open: return .odd
        case .yes:
          isFound = true
          return stopsEarly ? .stop : .go
        }
      }
      if flow == .odd { return .open }
      if isFound, stopsEarly { return .yes }
    }
    return isFound ? .yes : .no
  }

  private func count(_ node: UnsafePointer<FastNode>, _ index: TapeIndex) -> FastVerdict {
    var count = 0
    for path in node.pointee.paths {
      let flow = walk(path, index) { _ in
        count &+= 1
        return .go
      }
      if flow == .odd { return .open }
    }
    return node.pointee.comparison.holds(count, node.pointee.number) ? .yes : .no
  }

  /// A test of a single item.
  private func ofOne(_ node: UnsafePointer<FastNode>, _ index: TapeIndex) -> FastVerdict {
    let kind = node.pointee.kind
    switch one(node.pointee.paths.lowerBound, index) {
    case .odd: return .open
    case .none: return kind == .hasValue ? .no : .empty
    case .several: return kind == .isText || kind == .hasValue ? .no : .open
    case .item(let item):
      if kind == .hasValue {
        let tag = tape.tag(item)
        return tag == .object ? .no : tag == .array || tag == .null ? .open : .yes
      }
      if kind == .boolean {
        let tag = tape.tag(item)
        return tag == .true ? .yes : tag == .false ? .no : .open
      }
      guard tape.tag(item) == .string else { return .open }
      return isTrue(node, TextSpan(tape.lexeme(item), tape.length(item)))
    }
  }

  /// A test of a text.
  private func isTrue(_ node: UnsafePointer<FastNode>, _ text: TextSpan) -> FastVerdict {
    let range = node.pointee.texts
    switch node.pointee.kind {
    case .startsWith: return text.hasPrefix(constants[Int(range.lowerBound)]) ? .yes : .no
    case .contains: return text.firstIndex(of: constants[Int(range.lowerBound)]) != nil ? .yes : .no
    case .matches:
      let pattern = UnsafeBufferPointer(start: pieces + Int(range.lowerBound), count: range.count)
      guard let matches = TextPattern.matches(text, pattern) else { return .open }
      // Without anchors, a part of the text may match.
      return matches ? .yes : node.pointee.number == 1 ? .no : .open
    default:
      for constant in range where constants[Int(constant)].equals(text) { return .yes }
      return .no
    }
  }

  private func compare(_ node: UnsafePointer<FastNode>, _ index: TapeIndex) -> FastVerdict {
    let paths = node.pointee.paths
    let leaf = self.paths[Int(paths.lowerBound)].leaf
    let first: TapeIndex
    switch one(paths.lowerBound, index) {
    case .none: return .empty
    case .several, .odd: return .open
    case .item(let item): first = item
    }
    guard paths.count == 2 else {
      guard let value = number(first, leaf) else { return .open }
      return node.pointee.comparison.holds(value, node.pointee.number) ? .yes : .no
    }
    let second: TapeIndex
    switch one(paths.lowerBound + 1, index) {
    // A text that is not a number makes an evaluation fail, whatever the other side is.
    case .none: return leaf == .numeral ? .open : .empty
    case .several, .odd: return .open
    case .item(let item): second = item
    }
    if leaf == .text {
      guard tape.tag(first) == .string, tape.tag(second) == .string else { return .open }
      let text = TextSpan(tape.lexeme(first), tape.length(first))
      let isSame = text.equals(TextSpan(tape.lexeme(second), tape.length(second)))
      return node.pointee.comparison.holds(isSame ? 0 : 1, 0) ? .yes : .no
    }
    if leaf == .moment {
      guard let order = PlainMoment.order(tape, first, second) else { return .open }
      return node.pointee.comparison.holds(order, 0) ? .yes : .no
    }
    guard let a = number(first, leaf), let b = number(second, self.paths[Int(paths.lowerBound + 1)].leaf) else {
      return .open
    }
    return node.pointee.comparison.holds(a, b) ? .yes : .no
  }

  /// A number in millionths, if it has few digits.
  private func number(_ item: TapeIndex, _ leaf: FastLeaf) -> Int? {
    let text = TextSpan(tape.lexeme(item), tape.length(item))
    switch tape.tag(item) {
    case .string: return leaf == .numeral ? Self.millionths(text, isNumeral: true) : nil
    case .integer, .decimal: return leaf == .number ? Self.millionths(text, isNumeral: false) : nil
    default: return nil
    }
  }

  static func millionths(_ text: TextSpan, isNumeral: Bool) -> Int? {
    guard 1...12 ~= text.count else { return nil }
    var place = !isNumeral && text[0] == UInt8(ascii: "-") ? 1 : 0
    let isNegative = place == 1
    guard place < text.count else { return nil }
    var (number, scale) = (0, -1)
    while place < text.count {
      let byte = text[place]
      place += 1
      if byte == UInt8(ascii: "."), !isNumeral, scale < 0 {
        scale = 0
      } else if byte &- 0x30 < 10, scale < 6 {
        number = number * 10 + Int(byte &- 0x30)
        if scale >= 0 { scale += 1 }
      } else {
        return nil
      }
    }
    for _ in max(scale, 0)..<6 { number *= 10 }
    return isNegative ? -number : number
  }
}

extension FastVerdict {
  var negated: FastVerdict {
    switch self {
    case .yes: .no
    case .no: .yes
    case .empty, .open: self
    }
  }
}
