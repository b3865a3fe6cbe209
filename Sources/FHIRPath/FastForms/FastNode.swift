/// A part of a fast form: a condition on an element.
struct FastNode {
  enum Kind: UInt8 {
    /// What no shape covers.
    case open
    case yes, no
    /// Of two conditions.
    case and, or, implies, xor, same, differ
    /// Of one condition.
    case not
    /// Whether some path has an item, one that meets the condition `left` if there is one.
    case exists, empty
    /// Whether all items of the paths meet the condition `left`.
    case all
    /// Whether a path has one item, and that is a primitive with a value.
    case hasValue
    /// Whether the one item of a path is the text.
    case isText
    /// Whether the one item of a path is among the texts.
    case isOneOf
    /// The one item of a path, a boolean.
    case boolean
    /// Whether so many items as the paths have together compare with the number.
    case count
    /// Whether the one item of a path compares with that of a second one, or with the number.
    case compare
    /// Whether the one item of a path starts with the text, contains it, or matches the pattern.
    case startsWith, contains, matches
    /// Whether the items of a path differ.
    case distinct
    /// Whether those of a path have a member each, and those differ.
    case distinctMembers
    /// Whether all members of a name differ, wherever they stand within the element.
    case distinctBelow
    /// Whether the items of all arrays of a name have a member each, and those differ.
    case distinctMembersBelow
    /// Whether the items of an array differ in one member, or where they have it in common in another, which repeats.
    case distinctPairs
    /// Whether a path has no item that a second one has.
    case disjoint
    /// Whether a member of the items of a path goes on, behind a text, from that of the first one.
    case continueFirst
  }

  /// How two values are compared.
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
  /// Whether an evaluation of it cannot fail, so that it may be passed over where what stands beside it decides.
  var isTotal = true
  /// What it may be told to be.
  var canBeYes = true
  var canBeNo = true
  /// Conditions that it is made of, by number, -1 for none.
  var left: Int32 = -1
  var right: Int32 = -1
  var paths: Range<Int32> = 0..<0
  /// Texts, or the pieces of a pattern.
  var texts: Range<Int32> = 0..<0
  var number = 0
}

/// A path, by its steps.
struct FastPath {
  var steps: Range<Int32>
  var leaf: FastLeaf
}

/// A step of a path: to a member, or, without a name, only for what meets a condition.
struct FastStep {
  var name: TextSpan
  /// Whether the name may be that of a choice, which stands in JSON with a type behind it.
  var mayBeChoice: Bool
  var filter: Int32
}

/// What the items of a path are, as far as they are compared.
enum FastLeaf: UInt8 {
  /// Objects, or what is not known.
  case other
  case text
  /// A date, a dateTime or an instant.
  case moment
  case number
  case boolean
  /// A text that is read as a number.
  case numeral
}

/// A fast form while it is made.
struct FastFormDraft {
  var nodes: [FastNode] = []
  var paths: [FastPath] = []
  var steps: [FastStep] = []
  var texts: [TextSpan] = []
  var pieces: [TextPattern.Piece] = []
  let arena = ProgramArena()

  mutating func add(_ node: FastNode) -> Int32 {
    var node = node
    // A path may fail where one of its conditions does.
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
      case .member(let name, let mayBeChoice):
        FastStep(name: arena.arena.keep(name), mayBeChoice: mayBeChoice, filter: -1)
      case .filter(let node): FastStep(name: .empty, mayBeChoice: false, filter: node)
      }
    }
    paths.append(FastPath(steps: first..<Int32(truncatingIfNeeded: steps.count), leaf: leaf))
    return Int32(truncatingIfNeeded: paths.count - 1)
  }
}

extension FastFormDraft {
  /// Several paths, whose numbers follow each other.
  mutating func add(paths: [[FastStepDraft]]) -> Range<Int32> {
    let numbers = paths.map { add(path: $0, .text) }
    return numbers[0]..<numbers[0] + Int32(truncatingIfNeeded: numbers.count)
  }
}

enum FastStepDraft: Equatable {
  case member(String, mayBeChoice: Bool)
  case filter(Int32)
}
