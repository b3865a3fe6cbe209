import FHIRPath
import FHIRSchema
import FHIRTape

/// Judges the constraints of the definitions that are expressions, at the end of each object that may break one.
struct InvariantJudge: ~Copyable {
  private var evaluator = FHIRPathEvaluator()
  /// The values of `%resource` and `%rootResource`.
  var resources = ResourcesAround()

  mutating func leaveInput() { evaluator.freeLargeMemory() }

  /// Evaluates the invariant of an open gate; returns the first entry of the next, as further gates of it add nothing.
  @inline(__always)
  mutating func judge(_ entry: Int, _ end: Int, object: TapeIndex, type: TypeID, _ cursor: inout RecordCursor) -> Int {
    let number = cursor.release.gates.entries[entry].invariant
    let verdict = cursor.release.judges(invariant: number) ? verdict(number, object, &cursor) : .yes
    if !verdict.isYes, isBroken(number, verdict, FHIRPathNode(resource: object, type: type), &cursor),
      object == cursor.record || !cursor.schema.invariants[number].sparesContained
    {
      reportBroken(number, at: cursor.headRange(object), path: .element, &cursor)
    }
    var next = entry + 1
    while next < end, cursor.release.gates.entries[next].invariant == number { next += 1 }
    return next
  }

  @inline(never) mutating func checkPrimitiveInvariants(
    _ value: TapeIndex, _ member: MemberID, index: Int, owner: TapeIndex, _ cursor: inout RecordCursor
  ) {
    let row = cursor.members[member]
    // No element that may repeat has a constraint, so the key precedes the value directly.
    let node = FHIRPathNode(value: value, type: row.typeID, member: member.row, key: value.key, owner: owner)
    let run = cursor.release.gates.elements[Int(row.element)]
    for entry in Int(run.first)..<Int(run.end) {
      let number = cursor.release.gates.entries[entry].invariant
      if !cursor.release.judges(invariant: number) { continue }
      let verdict = verdict(number, value, &cursor)
      if verdict.isYes || !isBroken(number, verdict, node, &cursor) { continue }
      reportBroken(number, at: cursor.tape.range(value), path: .member(member, index: index), &cursor)
    }
  }

  @inline(__always)
  private func verdict(_ number: Int, _ index: TapeIndex, _ cursor: inout RecordCursor) -> FastVerdict {
    let form = cursor.release.forms[number] ?? cursor.invariants.makeForm(number)
    let tape = cursor.tape
    return form._withUnsafeGuaranteedRef { $0.verdict(on: index, in: tape) }
  }

  /// Whether an element breaks an invariant: the result of its fast form or, if that is undecided, of its expression.
  /// One that cannot be decided within the limits, or compiled, is counted and passes.
  private mutating func isBroken(
    _ number: Int, _ verdict: FastVerdict, _ node: FHIRPathNode, _ cursor: inout RecordCursor
  ) -> Bool {
    switch verdict {
    case .yes: return false
    case .no: return true
    case .empty: return cursor.invariants.isBroken(nil)
    case .open: break
    }
    do {
      let expression = try cursor.invariants.expression(number)
      return cursor.invariants.isBroken(
        try evaluator.evaluateBoolean(
          expression, over: cursor.tape, at: node, resource: resources.innermost ?? node,
          root: resources.outermost ?? node))
    } catch {
      cursor.counts.undecidedInvariants += 1
      return false
    }
  }

  private mutating func reportBroken(
    _ number: Int, at range: Range<Int>, path: FindingPath, _ cursor: inout RecordCursor
  ) {
    let invariant = cursor.invariants.name(number)
    if cursor.drops(invariant.rule, invariant.severity) { return }
    cursor.report(invariant.rule, invariant.severity, at: range, path: path, invariant.message())
  }
}

/// The resources around an element, as FHIRPath names them; none in an entry on its own tape, which lacks the Bundle.
struct ResourcesAround {
  /// `%resource`: the innermost resource, contained or not.
  private(set) var innermost: FHIRPathNode?
  /// `%rootResource`: the resource that contains `%resource`, or the same resource.
  private(set) var outermost: FHIRPathNode?

  /// The resources around the elements of a resource; one that is not contained in another is its own root.
  func around(_ resource: TapeIndex, type: TypeID, isContained: Bool) -> ResourcesAround {
    var inner = self
    inner.innermost = FHIRPathNode(resource: resource, type: type)
    if !isContained || outermost == nil { inner.outermost = inner.innermost }
    return inner
  }
}

/// An element has a value or children, not only an id or a comment: judged directly, as it applies nearly everywhere.
extension RecordCursor {
  func isComments(_ key: TapeIndex) -> Bool {
    guard let comments = schema.facts.comments else { return false }
    return tape.string(key).byBytes == comments.byBytes
  }

  @inline(never) mutating func reportEmptyObject(_ object: TapeIndex) {
    report(.elementHasContent, at: tape.range(object), path: .element, found: "{}")
  }

  /// Judges the `_` sibling of a primitive that has no value: an id alone is no content.
  @inline(never) mutating func checkSiblingAlone(_ object: TapeIndex, _ member: MemberID, index: Int) {
    guard tape.tag(object) == .object, tape.length(object) > 0 else { return }
    for key in tape.keys(of: object) where !tape.string(key, equals: "id") && !isComments(key) { return }
    report(
      .elementHasContent, at: headRange(object), path: .member(member, index: index, isSibling: true),
      found: "nothing but an id or a comment")
  }

  @inline(never) mutating func reportSilentObject(_ object: TapeIndex) {
    report(.elementHasContent, at: headRange(object), path: .element, found: "nothing but an id or a comment")
  }
}

extension FastVerdict {
  /// A pattern, since `==` of another module's cases is a call through a table.
  @inline(__always) fileprivate var isYes: Bool { if case .yes = self { true } else { false } }
}
