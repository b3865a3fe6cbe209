import FHIRDiagnostics
import FHIRPath
import FHIRSchema
import FHIRView
import FHIRTape

/// The constraints of the definitions, asked at the end of each object that may break one.
extension Walker {
  /// Judges an object by the invariants whose gates are open for what it has.
  @inline(__always)
  mutating func checkInvariants(_ run: InvariantGates.Run, of object: Int, type: Int, filled: UInt64) {
    var entry = Int(run.first)
    let end = Int(run.end)
    while entry < end {
      if gates.entries[entry].gate.isOpen(filled) {
        entry = judge(entry, end, object: object, type: type)
      } else {
        entry &+= 1
      }
    }
  }

  /// Evaluates the invariant of an open gate.
  ///
  /// - Returns: the first entry of the next invariant: another gate of this one has nothing to add.
  @inline(never)
  private mutating func judge(_ entry: Int, _ end: Int, object: Int, type: Int) -> Int {
    let number = gates.entries[entry].invariant
    let verdict = verdict(number, object)
    if verdict != .yes, isBroken(number, verdict, FHIRPathNode(resource: object, type: type)) {
      report(number, at: headRange(object), path: .element)
    }
    var next = entry + 1
    while next < end, gates.entries[next].invariant == number { next += 1 }
    return next
  }

  /// Judges a value of a primitive type by the constraints of its element.
  @inline(never)
  mutating func checkPrimitiveInvariants(_ value: Int, _ member: Int, index: Int, owner: Int) {
    let row = members[member]
    // No element that may repeat has a constraint, so the key stands before the value.
    let node = FHIRPathNode(value: value, type: Int(row.type), member: member, key: value - 1, owner: owner)
    let run = gates.elements[Int(row.element)]
    for entry in Int(run.first)..<Int(run.end) {
      let number = gates.entries[entry].invariant
      let verdict = verdict(number, value)
      if verdict == .yes || !isBroken(number, verdict, node) { continue }
      report(number, at: tape.range(value), path: .member(member, index: index))
    }
  }

  /// What the fast form of an invariant tells.
  @inline(__always)
  private mutating func verdict(_ number: Int, _ index: Int) -> FastVerdict {
    let form = forms[number] ?? invariants.makeForm(number)
    let tape = tape
    return form._withUnsafeGuaranteedRef { $0.verdict(on: index, in: tape, &texts) }
  }

  /// Whether an element breaks an invariant, by what its fast form tells or, where that is open, by its expression.
  ///
  /// An invariant that cannot be told within the limits, or whose expression cannot be compiled, is counted and passes.
  private mutating func isBroken(_ number: Int, _ verdict: FastVerdict, _ node: FHIRPathNode) -> Bool {
    switch verdict {
    case .yes: return invariants.isBroken(true)
    case .no: return invariants.isBroken(false)
    case .empty: return invariants.isBroken(nil)
    case .open: break
    }
    do {
      let expression = try invariants.expression(number)
      return invariants.isBroken(
        try evaluator.evaluateBoolean(
          expression, over: tape, at: node, resource: resources.innermost ?? node, root: resources.outermost ?? node))
    } catch {
      findings.undecidedInvariants += 1
      return false
    }
  }

  private mutating func report(_ number: Int, at range: Range<Int>, path: FindingPath) {
    let invariant = invariants.name(number)
    if findings.drops(invariant.rule, invariant.severity) { return }
    report(invariant.rule, invariant.severity, at: range, path: path, invariant.message())
  }

  /// Reports a constraint that the walk judges itself, in the words of its row or in those that the caller knows better.
  mutating func report(
    _ native: NativeInvariant, at range: Range<Int>, path: FindingPath, expected: String? = nil, found: String? = nil
  ) {
    guard let invariant = invariants.native(native), !findings.drops(invariant.rule, invariant.severity) else { return }
    report(invariant.rule, invariant.severity, at: range, path: path, invariant.message(expected, found))
  }

  /// As ``report(_:at:path:expected:found:)``, at a place of the input.
  mutating func report(_ native: NativeInvariant, inInput range: Range<Int>, path: FindingPath, found: String) {
    guard let invariant = invariants.native(native) else { return }
    report(
      invariant.rule, invariant.severity, inInput: range, path: path, invariant.message(nil, found), label: nil)
  }

  // MARK: - Rules of ours that a release has under a key

  /// Reports what the release may state as a constraint: under its key there, else as our rule.
  mutating func report(
    _ rule: Rule, or native: NativeInvariant, at range: Range<Int>, path: FindingPath, _ message: Wording
  ) {
    guard let invariant = invariants.native(native) else { return report(rule, at: range, path: path, message) }
    report(invariant.rule, invariant.severity, at: range, path: path, message.text)
  }

  /// As above, at a place of the input.
  mutating func report(
    _ rule: Rule, or native: NativeInvariant, inInput range: Range<Int>, path: FindingPath, _ message: String
  ) {
    guard let invariant = invariants.native(native) else {
      return report(rule, inInput: range, path: path, message, label: nil)
    }
    report(invariant.rule, invariant.severity, inInput: range, path: path, message, label: nil)
  }
}
