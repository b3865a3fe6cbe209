/// A node of a fast form: a condition on an element.
struct FastNode {
  enum Kind: UInt8 {
    /// An unsupported shape.
    case open
    case yes, no
    /// A combination of two conditions.
    case and, or, implies, xor, same, differ
    /// The negation of a condition.
    case not
    /// Whether some path has an item; if there is a condition `left`, one that meets it.
    case exists, empty
    /// Whether all items of the paths meet the condition `left`.
    case all
    /// Whether a path has exactly one item, which is a primitive with a value.
    case hasValue
    /// Whether the single item of a path is the text.
    case isText
    /// Whether the single item of a path is among the texts.
    case isOneOf
    /// The single item of a path, a boolean.
    case boolean
    /// Compares the total number of items of the paths with the number.
    case count
    /// Compares the single item of a path with that of a second path, or with the number.
    case compare
    /// Whether the single item of a path starts with the text, contains it, or matches the pattern.
    case startsWith, contains, matches
    /// Whether the items of a path are distinct.
    case distinct
    /// Whether the items of a path each have a member, and these are distinct.
    case distinctMembers
    /// Whether all members with a name are distinct, anywhere within the element.
    case distinctBelow
    /// Whether the items of all arrays with a name each have a member, and these are distinct.
    case distinctMembersBelow
    /// Whether the items of an array differ in one member, or in the values of a second, repeating member.
    case distinctPairs
    /// Whether two paths have no item in common.
    case disjoint
    /// Whether a member of the other items of a path begins with that of the first item and a text.
    case continueFirst
  }

  /// The operator of a comparison.
  enum Comparison: UInt8 {
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual

    @inline(__always)
    func holds(_ first: Int, _ second: Int) -> Bool {
      switch self {
      case .equal: first == second
      case .notEqual: first != second
      case .less: first < second
      case .lessOrEqual: first <= second
      case .greater: first > second
      case .greaterOrEqual: first >= second
      }
    }
  }

  var kind: Kind
  var comparison = Comparison.equal
  /// Whether its evaluation cannot fail, so that it may be skipped if the other side decides.
  var isTotal = true
  /// The possible results.
  var canBeYes = true
  var canBeNo = true
  /// The conditions that it combines, by number, -1 for none.
  var left: Int32 = -1
  var right: Int32 = -1
  var paths: Range<Int32> = 0..<0
  /// Texts, or the pieces of a pattern.
  var texts: Range<Int32> = 0..<0
  var number = 0
}

/// A path, as its steps.
struct FastPath {
  var steps: Range<Int32>
  var leaf: FastLeaf
  /// Whether it is one member of the element, which is found by its name alone: not by the names of a choice's forms.
  var isMember = false
}

/// A step of a path: to a member, or, without a name, a filter by a condition.
struct FastStep {
  var name: TextSpan
  /// Whether the name may be that of a choice, which JSON writes with a type after it.
  var mayBeChoice: Bool
  /// The names of all forms of the choice that it is for sure, among the texts; empty where that is not known.
  var forms: Range<Int32> = 0..<0
  var filter: Int32
}

/// The kind of a path's items, as far as comparison needs it.
enum FastLeaf: UInt8 {
  /// Objects, or an unknown kind.
  case other
  case text
  /// A date, a dateTime or an instant.
  case moment
  case number
  case boolean
  /// A text that is converted to a number.
  case numeral
}

/// A fast form during compilation.
struct FastFormDraft {
  var nodes: [FastNode] = []
  var paths: [FastPath] = []
  var steps: [FastStep] = []
  var texts: [TextSpan] = []
  var pieces: [TextPattern.Piece] = []
  let arena = ProgramArena()

  mutating func add(_ node: FastNode) -> Int32 {
    var node = node
    // A path may fail if one of its conditions does.
    for path in node.paths {
      for step in paths[Int(path)].steps where steps[Int(step)].filter >= 0 {
        if !nodes[Int(steps[Int(step)].filter)].isTotal { node.isTotal = false }
      }
    }
    nodes.append(node)
    return Int32(truncatingIfNeeded: nodes.count - 1)
  }

  mutating func add(_ list: [String]) -> Range<Int32> {
    let first = Int32(truncatingIfNeeded: texts.count)
    texts += list.map { arena.arena.keep($0) }
    return first..<Int32(truncatingIfNeeded: texts.count)
  }

  mutating func add(_ pattern: TextPattern) -> Range<Int32> {
    let first = Int32(truncatingIfNeeded: pieces.count)
    pieces += pattern.pieces
    return first..<Int32(truncatingIfNeeded: pieces.count)
  }

  mutating func add(path draft: [FastStepDraft], _ leaf: FastLeaf) -> Int32 {
    let first = Int32(truncatingIfNeeded: steps.count)
    steps += draft.map { step in
      switch step {
      case .member(let name, let mayBeChoice, let forms):
        FastStep(name: arena.arena.keep(name), mayBeChoice: mayBeChoice, forms: add(forms), filter: -1)
      case .filter(let node): FastStep(name: .empty, mayBeChoice: false, filter: node)
      }
    }
    var path = FastPath(steps: first..<Int32(truncatingIfNeeded: steps.count), leaf: leaf)
    if case .member(_, mayBeChoice: _, let forms) = draft.first, draft.count == 1 { path.isMember = forms.isEmpty }
    paths.append(path)
    return Int32(truncatingIfNeeded: paths.count - 1)
  }
}

extension FastFormDraft {
  /// Adds several paths, with consecutive numbers.
  mutating func add(paths: [[FastStepDraft]]) -> Range<Int32> {
    let numbers = paths.map { add(path: $0, .text) }
    return numbers[0]..<numbers[0] + Int32(truncatingIfNeeded: numbers.count)
  }
}

enum FastStepDraft: Equatable {
  case member(String, mayBeChoice: Bool, forms: [String])
  case filter(Int32)
}
