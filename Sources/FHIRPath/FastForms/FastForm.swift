package import FHIRSchema
package import FHIRTape

package enum FastVerdict: UInt8, Sendable {
  case no, yes
  case empty
  /// Not decided: the expression has to be evaluated.
  case open

  var negated: FastVerdict {
    switch self {
    case .yes: .no
    case .no: .yes
    case .empty, .open: self
    }
  }
}

/// A cheap reader for an expression of one of a few shapes: it reads the tape without an evaluation.
///
/// It is derived only from the expression, so that constraints of profiles profit as much as those of the
/// specification. It may leave a case undecided, but never differs from an evaluation: anything unusual in a record,
/// such as an escape in a name, is left undecided. ``FastFormFinder`` lists the shapes.
package final class FastForm: @unchecked Sendable {
  // @unchecked: the initialiser writes the memory, and it never changes afterwards.
  private let nodes: UnsafePointer<FastNode>
  private let paths: UnsafePointer<FastPath>
  private let steps: UnsafePointer<FastStep>
  private let texts: UnsafePointer<TextSpan>
  /// The number of the node that is the whole expression.
  private let root: Int32
  private let arena: ProgramArena

  /// Makes the fast form of an expression for a type, `.none` for an unknown one. It leaves everything undecided if the
  /// shape is not supported, or the text is not FHIRPath.
  package convenience init(_ expression: String, schema: SchemaTable, context: TypeID) {
    self.init(try? Parser.parse(expression), schema: schema, context: context)
  }

  /// The fast forms of an expression for each type that it applies to, without those that leave everything undecided.
  package static func forms(
    of expression: String, schema: SchemaTable, contexts: [TypeID]
  ) -> [(type: TypeID, form: FastForm)] {
    guard let tree = try? Parser.parse(expression) else { return [] }
    return contexts.map { (type: $0, form: FastForm(tree, schema: schema, context: $0)) }.filter { !$0.form.isOpen }
  }

  private init(_ tree: SyntaxNode?, schema: SchemaTable, context: TypeID) {
    var finder = FastFormFinder(schema)
    var root = tree.map { finder.condition($0, this: Int16(truncatingIfNeeded: context.row)) } ?? -1
    if root < 0 || !finder.nodes[Int(root)].canBeYes {
      finder = FastFormFinder(schema)
      root = finder.open()
    }
    arena = finder.arena
    // Even no values have an address.
    nodes = arena.arena.keep(all: finder.nodes).baseAddress.unsafelyUnwrapped
    paths = arena.arena.keep(all: finder.paths).baseAddress.unsafelyUnwrapped
    steps = arena.arena.keep(all: finder.steps).baseAddress.unsafelyUnwrapped
    texts = arena.arena.keep(all: finder.texts).baseAddress.unsafelyUnwrapped
    self.root = root
  }

  package var isOpen: Bool { nodes[Int(root)].kind == .open }

  /// The result of the expression for an element: an object, or the value of a primitive.
  package func verdict(on index: TapeIndex, in tape: Tape) -> FastVerdict {
    FastReader(nodes: nodes, paths: paths, steps: steps, constants: texts, tape: tape).verdict(root, index)
  }
}

/// A node of a fast form: a condition on an element.
struct FastNode {
  enum Kind: UInt8 {
    case open
    case and, or, same
    case not
    /// Whether the path has an item; if there is a condition `left`, one that meets it.
    case exists
    /// Whether a path has exactly one item, which is a primitive with a value.
    case hasValue
    /// Whether the single item of a path is the text.
    case isText
    /// The single item of a path, a boolean.
    case boolean
    /// Compares the total number of items of the paths with the number.
    case count
    /// Compares the single item of a path with that of a second path, or with the number.
    case compare
    /// Whether two paths have no text in common.
    case disjoint
    /// Compares the length of the text of a path's single item, a moment, with the number.
    case length
    case always
  }

  var kind: Kind
  var comparison = Instruction.Op.equal
  var canBeYes = true
  var canBeNo = true
  /// The conditions that it combines, by number, -1 for none.
  var left: Int32 = -1
  var right: Int32 = -1
  var paths: Range<Int32> = 0..<0
  var text: Int32 = -1
  var number = 0
}

struct FastPath {
  var steps: Range<Int32>
  var leaf: FastLeaf
  /// Whether it is one member of the element, which is found by its name alone: not by the names of a choice's forms.
  var isMember: Bool
}

/// A step of a path: to a member, or, without a name, a filter by a condition.
struct FastStep {
  var name = TextSpan.empty
  /// Whether the name may be that of a choice, which JSON writes with a type after it.
  var mayBeChoice = false
  /// The names of all forms of the choice that it is for sure, among the texts; empty where that is not known.
  var forms: Range<Int32> = 0..<0
  var filter: Int32 = -1
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
}

struct FastPathDraft {
  var steps: [FastStep] = []
  /// The row of the type of its items, -1 if that is unknown.
  var type: Int16
  var leaf: FastLeaf
  /// Whether it has no items in any record.
  var isNothing = false

  /// Itself, if it is nothing or the element.
  var orNothing: FastPathDraft? { isNothing || steps.isEmpty ? self : nil }
}
