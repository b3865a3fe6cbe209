package import FHIRSchema
package import FHIRTape
package import FHIRNarrative

/// What a fast form tells of an expression.
package enum FastVerdict: UInt8, Sendable {
  case no, yes
  /// The empty collection.
  case empty
  /// Not decided: the expression has to be evaluated.
  case open
}

/// A cheap reading of an expression whose shape is one of a few: it reads the tape, and nothing is evaluated.
///
/// It is derived from the expression and from nothing else, so that a profile's constraint profits as much as one of the
/// specification. It may leave the question open, and never says anything else than an evaluation: whatever looks odd in
/// a record, such as an escape in a name, is left open. ``FastFormFinder`` says which shapes there are.
package final class FastForm: @unchecked Sendable {
  // @unchecked: the memory is written by the initialiser and never again.
  let nodes: UnsafeMutableBufferPointer<FastNode>
  let paths: UnsafeMutableBufferPointer<FastPath>
  let steps: UnsafeMutableBufferPointer<FastStep>
  let texts: UnsafeMutableBufferPointer<TextSpan>
  let pieces: UnsafeMutableBufferPointer<TextPattern.Piece>
  /// The number of the node that is the whole expression.
  let root: Int32
  private let arena: ProgramArena

  /// Makes the fast form of an expression. It leaves everything open where the shape is none of those that can be told
  /// to be true, and where the text is not FHIRPath.
  ///
  /// - Parameter context: the row of the type that the expression is asked of, -1 where that is not known.
  package init(_ expression: String, schema: SchemaTable, context: Int) {
    var finder = FastFormFinder(schema)
    var root: Int32 = -1
    if let tree = try? Parser.parse(expression) {
      root = finder.condition(tree, this: Int16(truncatingIfNeeded: context))
    }
    if root < 0 || !finder.draft.nodes[Int(root)].canBeYes {
      finder = FastFormFinder(schema)
      root = finder.open()
    }
    let draft = finder.draft
    nodes = Self.copy(draft.nodes)
    paths = Self.copy(draft.paths)
    steps = Self.copy(draft.steps)
    texts = Self.copy(draft.texts)
    pieces = Self.copy(draft.pieces)
    self.root = root
    arena = draft.arena
  }

  deinit {
    nodes.deallocate()
    paths.deallocate()
    steps.deallocate()
    texts.deallocate()
    pieces.deallocate()
  }

  /// Whether it leaves everything open.
  package var isOpen: Bool { nodes[Int(root)].kind == .open }

  private static func copy<Element>(_ array: [Element]) -> UnsafeMutableBufferPointer<Element> {
    let copy = UnsafeMutableBufferPointer<Element>.allocate(capacity: max(array.count, 1))
    _ = copy.initialize(from: array)
    return copy
  }

  /// What the expression is of an element: an object, or the value of a primitive.
  ///
  /// - Parameter texts: where texts are gathered; what is in it is dropped.
  package func verdict(on index: Int, in tape: Tape, _ texts: inout TextSet) -> FastVerdict {
    withUnsafeMutablePointer(to: &texts) { FastReader(self, tape, $0).verdict(root, index) }
  }
}
