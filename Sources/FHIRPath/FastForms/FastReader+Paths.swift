import FHIRTape

extension FastReader {
  /// The single item of a path.
  enum One {
    case none, several, odd
    case item(TapeIndex)
  }

  /// Visits the items of a path in their order, until a visit returns false.
  ///
  /// - Returns: `false` if that happened, or if there is something unusual that needs an evaluation.
  @inline(__always)
  func walk(_ path: Int32, _ index: TapeIndex, _ visit: (TapeIndex) -> Bool) -> Bool {
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
    case .odd: return false
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

  /// The item of a path that is one member without an array: most are, and need no recursion with a closure.
  ///
  /// `nil` for any other path, and for an array.
  @inline(__always)
  func member(_ path: Int32, _ index: TapeIndex) -> PlainMember? {
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
  func one(_ path: Int32, _ index: TapeIndex) -> One {
    if let member = member(path, index) {
      switch member {
      case .absent: return .none
      case .odd: return .odd
      case .value(let value): return .item(value)
      }
    }
    var one = One.none
    let isDecided = walk(path, index) { item in
      if case .none = one { one = .item(item) } else { one = .several }
      return true
    }
    return isDecided ? one : .odd
  }
}
