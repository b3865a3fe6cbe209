import FHIRTape

/// Reads a record with a fast form. The recursion depth is the nesting of the form, not that of the record.
struct FastReader {
  let nodes: UnsafePointer<FastNode>
  let paths: UnsafePointer<FastPath>
  let steps: UnsafePointer<FastStep>
  let constants: UnsafePointer<TextSpan>
  let tape: Tape

  /// The result of a condition for an element. An evaluation proceeds from left to right and stops if the left side
  /// decides, so an undecided left side, whose evaluation may fail, makes the result undecided.
  func verdict(_ number: Int32, _ index: TapeIndex) -> FastVerdict {
    let node = nodes + Int(number)
    switch node.pointee.kind {
    case .open: return .open
    case .not: return verdict(node.pointee.left, index).negated
    case .and:
      let left = verdict(node.pointee.left, index)
      if left == .no || left == .open { return left }
      let right = verdict(node.pointee.right, index)
      return left == .yes || right == .no || right == .open ? right : .empty
    case .or:
      let left = verdict(node.pointee.left, index)
      if left == .yes || left == .open { return left }
      let right = verdict(node.pointee.right, index)
      return left == .no || right == .yes || right == .open ? right : .empty
    case .same:
      let left = verdict(node.pointee.left, index)
      if left == .open { return .open }
      let right = verdict(node.pointee.right, index)
      if right == .open { return .open }
      if left == .empty || right == .empty { return .empty }
      return left == right ? .yes : .no
    case .exists: return exists(node, index)
    case .hasValue, .isText, .boolean: return ofOne(node, index)
    case .count: return count(node, index)
    case .compare: return compare(node, index)
    case .disjoint: return areDisjoint(node, index)
    case .length: return length(node, index)
    case .always: return .yes
    }
  }

  // MARK: - Of the items of paths

  /// Reads all items, because the evaluation of the condition may fail for a later one.
  private func exists(_ node: UnsafePointer<FastNode>, _ index: TapeIndex) -> FastVerdict {
    let (criterion, path) = (node.pointee.left, node.pointee.paths.lowerBound)
    if criterion < 0, let member = member(path, index) {
      switch member {
      case .absent: return .no
      case .value: return .yes
      case .several, .odd: return .open
      }
    }
    var isFound = false
    let isDecided = walk(path, index) { item in
      switch criterion < 0 ? .yes : verdict(criterion, item) {
      case .no, .empty: break
      case .open: return false
      case .yes: isFound = true
      }
      return true
    }
    return isDecided ? isFound ? .yes : .no : .open
  }

  private func count(_ node: UnsafePointer<FastNode>, _ index: TapeIndex) -> FastVerdict {
    var count = 0
    for path in node.pointee.paths {
      let isDecided = walk(path, index) { _ in
        count &+= 1
        return true
      }
      if !isDecided { return .open }
    }
    return node.pointee.comparison.holds(count, node.pointee.number) ? .yes : .no
  }

  private func ofOne(_ node: UnsafePointer<FastNode>, _ index: TapeIndex) -> FastVerdict {
    let kind = node.pointee.kind
    switch one(node.pointee.paths.lowerBound, index) {
    case .odd: return .open
    case .absent: return kind == .hasValue ? .no : .empty
    case .several: return kind == .boolean ? .open : .no
    case .value(let item):
      switch (kind, tape.tag(item)) {
      case (.hasValue, .object): return .no
      case (.hasValue, .array), (.hasValue, .null): return .open
      case (.hasValue, _), (.boolean, .true): return .yes
      case (.boolean, .false): return .no
      case (.isText, .string): return constants[Int(node.pointee.text)].equals(tape.span(item)) ? .yes : .no
      default: return .open
      }
    }
  }

  private func compare(_ node: UnsafePointer<FastNode>, _ index: TapeIndex) -> FastVerdict {
    let paths = node.pointee.paths
    return verdict(ofOne: paths.lowerBound, index) { first in
      guard paths.count == 2 else {
        guard let value = millionths(first) else { return .open }
        return node.pointee.comparison.holds(value, node.pointee.number) ? .yes : .no
      }
      return verdict(ofOne: paths.lowerBound + 1, index) { second in
        guard let order = order(first, second, self.paths[Int(paths.lowerBound)].leaf) else { return .open }
        return node.pointee.comparison.holds(order, 0) ? .yes : .no
      }
    }
  }

  private func length(_ node: UnsafePointer<FastNode>, _ index: TapeIndex) -> FastVerdict {
    verdict(ofOne: node.pointee.paths.lowerBound, index) { item in
      guard tape.tag(item) == .string, case let text = tape.span(item), PlainMoment.isMoment(text) else { return .open }
      return node.pointee.comparison.holds(text.count, node.pointee.number) ? .yes : .no
    }
  }

  /// The verdict on the only item of a path: empty without one.
  @inline(__always)
  private func verdict(ofOne path: Int32, _ index: TapeIndex, _ judge: (TapeIndex) -> FastVerdict) -> FastVerdict {
    switch one(path, index) {
    case .absent: .empty
    case .several, .odd: .open
    case .value(let item): judge(item)
    }
  }

  /// Leaves a common text to an evaluation, and so many texts that comparing each with each would take long.
  private func areDisjoint(_ node: UnsafePointer<FastNode>, _ index: TapeIndex) -> FastVerdict {
    var comparisons = 0
    let areDisjoint = walk(node.pointee.paths.lowerBound, index) { first in
      guard tape.tag(first) == .string else { return false }
      return walk(node.pointee.paths.lowerBound + 1, index) { second in
        comparisons &+= 1
        return comparisons < 256 && tape.tag(second) == .string && !tape.span(first).equals(tape.span(second))
      }
    }
    return areDisjoint ? .yes : .open
  }

  /// Below, at or above zero, as the first value is before, equal to or after the second; of texts only whether they are
  /// equal. `nil` if that is undecided.
  private func order(_ first: TapeIndex, _ second: TapeIndex, _ leaf: FastLeaf) -> Int? {
    switch leaf {
    case .text:
      guard tape.tag(first) == .string, tape.tag(second) == .string else { return nil }
      return tape.span(first).equals(tape.span(second)) ? 0 : 1
    case .moment: return PlainMoment.order(tape, first, second)
    default:
      guard let first = millionths(first), let second = millionths(second) else { return nil }
      return first < second ? -1 : first == second ? 0 : 1
    }
  }

  /// A number in millionths, if it has few digits.
  private func millionths(_ item: TapeIndex) -> Int? {
    guard tape.tag(item) == .integer || tape.tag(item) == .decimal else { return nil }
    let text = tape.span(item)
    guard 1...12 ~= text.count else { return nil }
    let isNegative = text[0] == UInt8(ascii: "-")
    var (number, scale) = (0, -1)
    for place in (isNegative ? 1 : 0)..<text.count {
      let byte = text[place]
      if byte == UInt8(ascii: "."), scale < 0 {
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

  /// Visits the items of a path in their order; `false` if a visit returns false, which ends it, or if there is something
  /// unusual that needs an evaluation.
  @inline(__always) func walk(_ path: Int32, _ index: TapeIndex, _ visit: (TapeIndex) -> Bool) -> Bool {
    let range = paths[Int(path)].steps
    return walk(range.lowerBound, range.upperBound, index, visit)
  }

  private func walk(_ step: Int32, _ end: Int32, _ item: TapeIndex, _ visit: (TapeIndex) -> Bool) -> Bool {
    guard step < end else { return visit(item) }
    let filter = steps[Int(step)].filter
    if filter >= 0 {
      switch verdict(filter, item) {
      case .yes: return walk(step + 1, end, item, visit)
      case .no, .empty: return true
      case .open: return false
      }
    }
    let forms = steps[Int(step)].forms
    let found =
      forms.isEmpty
      ? tape.plain(steps[Int(step)].name, of: item, mayBeChoice: steps[Int(step)].mayBeChoice)
      : tape.plainChoice(
        steps[Int(step)].name, among: UnsafeBufferPointer(start: constants + Int(forms.lowerBound), count: forms.count),
        of: item)
    switch found {
    case .absent: return true
    case .several, .odd: return false
    case .value(let value):
      switch tape.tag(value) {
      case .null: return false
      case .array:
        for item in tape.items(of: value) {
          if tape.tag(item) == .null || tape.tag(item) == .array || !walk(step + 1, end, item, visit) { return false }
        }
        return true
      default: return walk(step + 1, end, value, visit)
      }
    }
  }

  /// The item of a path that is one member without an array: most are, and need no recursion with a closure. `nil` for
  /// any other path, and for an array.
  @inline(__always) func member(_ path: Int32, _ index: TapeIndex) -> PlainMember? {
    guard paths[Int(path)].isMember else { return nil }
    let step = steps + Int(paths[Int(path)].steps.lowerBound)
    let found = tape.plain(step.pointee.name, of: index, mayBeChoice: step.pointee.mayBeChoice)
    guard case .value(let value) = found else { return found }
    switch tape.tag(value) {
    case .array: return nil
    case .null: return .odd
    default: return found
    }
  }

  /// The item of a path that should have at most one.
  func one(_ path: Int32, _ index: TapeIndex) -> PlainMember {
    if let member = member(path, index) { return member }
    var one = PlainMember.absent
    let isDecided = walk(path, index) { item in
      if case .absent = one { one = .value(item) } else { one = .several }
      return true
    }
    return isDecided ? one : .odd
  }
}
