/// The members that an element must have, and must not have, for an expression to be anything but true.
///
/// Most elements meet an invariant because they lack the members that it refers to. A walk that has the members of an
/// element as a mask uses the gate to avoid nearly all evaluations. A gate is a necessary condition, not a sufficient
/// one: it may open without need, but must not stay shut if the expression fails.
@frozen
@usableFromInline
package struct PresenceGate: Hashable, Sendable {
  @usableFromInline package var present: UInt64 = 0
  @usableFromInline package var absent: UInt64 = 0

  package static let always = PresenceGate()

  /// Whether the expression may fail for an element that has these members.
  @inlinable @inline(__always)
  package func isOpen(_ filled: UInt64) -> Bool { filled & present == present && filled & absent == 0 }

  /// The gates of an expression: it can fail if any of them is open.
  ///
  /// - Parameter slot: the bit of a member of the context, `nil` for a name that the context does not have.
  package static func gates(of expression: String, slot: (String) -> UInt64?) throws(FHIRPathError) -> [PresenceGate] {
    let tree = try Parser.parse(expression)
    let gates = withoutActuallyEscaping(slot) { GateFinder(slot: $0).notTrue(tree) }
    // If one never closes, the others are useless.
    return gates.contains(.always) ? [.always] : gates
  }
}

/// Follows an expression from its root to the members that it uses. A list of gates means that one of them is open. The
/// empty list means that this is impossible.
private struct GateFinder {
  let slot: (String) -> UInt64?

  /// The gates for an expression that is false or empty.
  func notTrue(_ node: SyntaxNode) -> [PresenceGate] {
    switch node.kind {
    case .binary(.or, let left, let right): return both(notTrue(left), notTrue(right))
    case .binary(.and, let left, let right): return notTrue(left) + notTrue(right)
    case .binary(.implies, let left, let right): return both(isTrue(left, orEmpty: true), notTrue(right))
    case .literal(.boolean(true)): return []
    default: break
    }
    guard let (focus, name, arguments) = node.call else { return [.always] }
    switch (name, arguments.count) {
    case ("exists", 0): return isEmpty(focus)
    case ("empty", 0): return isFilled(focus)
    case ("all", 1), ("isDistinct", 0): return isFilled(focus)
    case ("not", 0): return focus.map { isTrue($0, orEmpty: true) } ?? [.always]
    default: return [.always]
    }
  }

  /// The gates for an expression that is true, or else empty if that counts, too.
  private func isTrue(_ node: SyntaxNode, orEmpty: Bool = false) -> [PresenceGate] {
    switch node.kind {
    case .binary(.and, let left, let right):
      return both(isTrue(left, orEmpty: orEmpty), isTrue(right, orEmpty: orEmpty))
    case .binary(.or, let left, let right): return isTrue(left, orEmpty: orEmpty) + isTrue(right, orEmpty: orEmpty)
    case .binary(let sign, let left, let right)
    where !orEmpty && [.equal, .less, .greater, .lessOrEqual, .greaterOrEqual].contains(sign):
      return both(isFilled(left), isFilled(right))
    default: break
    }
    // These are never empty.
    guard let (focus, name, arguments) = node.call else { return [.always] }
    switch (name, arguments.count) {
    case ("exists", 0), ("exists", 1): return isFilled(focus)
    case ("empty", 0): return isEmpty(focus)
    default: return [.always]
    }
  }

  /// The gates for a collection that has an item; without a focus it is the element itself.
  private func isFilled(_ node: SyntaxNode?) -> [PresenceGate] {
    guard let node else { return [.always] }
    switch node.kind {
    // A primitive has a `value` that is no member.
    case .identifier(let name):
      return slot(name).map { [PresenceGate(present: $0)] } ?? (name == "value" ? [.always] : [])
    case .literal(.empty): return []
    case .invocation(let left, _):
      switch node.call.map({ ($0.name, $0.arguments.count) }) {
      case nil, ("where", 1)?, ("select", 1)?, ("first", 0)?, ("skip", 1)?, ("tail", 0)?, ("distinct", 0)?,
        ("ofType", 1)?, ("as", 1)?, ("intersect", 1)?, ("substring", 1)?, ("toInteger", 0)?, ("toString", 0)?:
        return isFilled(left)
      default: return [.always]
      }
    case .function("where", let arguments) where arguments.count == 1: return isTrue(arguments[0])
    default: return [.always]
    }
  }

  /// The gates for an empty collection: derived for single members only.
  private func isEmpty(_ node: SyntaxNode?) -> [PresenceGate] {
    guard case .identifier(let name)? = node?.kind else { return [.always] }
    return slot(name).map { [PresenceGate(absent: $0)] } ?? [.always]
  }

  /// One of the first and one of the second are open; combinations that need and forbid the same member cannot open.
  private func both(_ first: [PresenceGate], _ second: [PresenceGate]) -> [PresenceGate] {
    let pairs = first.flatMap { a in
      second.map { b in PresenceGate(present: a.present | b.present, absent: a.absent | b.absent) }
    }.filter { $0.present & $0.absent == 0 }
    return pairs.count > 8 ? [.always] : pairs
  }
}
