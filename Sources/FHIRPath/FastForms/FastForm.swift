package import FHIRSchema
package import FHIRTape

/// The result of a fast form.
package enum FastVerdict: UInt8, Sendable {
  case no, yes
  /// The empty collection.
  case empty
  /// Not decided: the expression has to be evaluated.
  case open
}

/// A cheap reader for an expression of one of a few shapes: it reads the tape without an evaluation.
///
/// It is derived only from the expression, so that constraints of profiles profit as much as those of the
/// specification. It may leave a case undecided, but never differs from an evaluation: anything unusual in a record,
/// such as an escape in a name, is left undecided. ``FastFormFinder`` lists the shapes.
package final class FastForm: @unchecked Sendable {
  // @unchecked: the initialiser writes the memory, and it never changes afterwards.
  let nodes: UnsafeMutableBufferPointer<FastNode>
  let paths: UnsafeMutableBufferPointer<FastPath>
  let steps: UnsafeMutableBufferPointer<FastStep>
  let texts: UnsafeMutableBufferPointer<TextSpan>
  /// The number of the node that is the whole expression.
  let root: Int32
  private let arena: ProgramArena

  /// Makes the fast form of an expression. It leaves everything undecided if the shape is not supported, or the text is
  /// not FHIRPath.
  ///
  /// - Parameter context: the row of the type that the expression applies to, -1 if that is unknown.
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
    var root: Int32 = -1
    if let tree { root = finder.condition(tree, this: Int16(truncatingIfNeeded: context.row)) }
    if root < 0 || !finder.draft.nodes[Int(root)].canBeYes {
      finder = FastFormFinder(schema)
      root = finder.open()
    }
    let draft = finder.draft
    nodes = Self.copy(draft.nodes)
    paths = Self.copy(draft.paths)
    steps = Self.copy(draft.steps)
    texts = Self.copy(draft.texts)
    self.root = root
    arena = draft.arena
  }

  deinit {
    nodes.deallocate()
    paths.deallocate()
    steps.deallocate()
    texts.deallocate()
  }

  /// Whether it leaves everything undecided.
  package var isOpen: Bool { nodes[Int(root)].kind == .open }

  private static func copy<Element>(_ array: [Element]) -> UnsafeMutableBufferPointer<Element> {
    let copy = UnsafeMutableBufferPointer<Element>.allocate(capacity: max(array.count, 1))
    _ = copy.initialize(from: array)
    return copy
  }

  /// The result of the expression for an element: an object, or the value of a primitive.
  package func verdict(on index: TapeIndex, in tape: Tape) -> FastVerdict {
    FastReader(self, tape).verdict(root, index)
  }
}
