import FHIRPath
import Testing

/// The result of an expression, as far as the members of an element determine it.
struct PresenceGateTests {
  private static let slots: [String: UInt64] = ["a": 1, "b": 2, "c": 4]

  /// Masks of the first three members for which some gate is open, as `ab` and so on.
  private func open(_ expression: String) throws -> [String] {
    let gates = try PresenceGate.gates(of: expression) { Self.slots[$0] }
    return (0..<8 as Range<UInt64>).filter { mask in gates.contains { $0.isOpen(mask) } }.map { mask in
      Self.slots.sorted { $0.value < $1.value }.filter { $0.value & mask != 0 }.map(\.key).joined()
    }
  }

  @Test(arguments: [
    ("a.empty() or b.empty()", ["ab", "abc"]),
    ("a.empty() or b.exists()", ["a", "ac"]),
    ("a.exists() or b.exists() or c.exists()", [""]),
    ("(a.empty() or b.exists()) and (b.empty() or a.exists())", ["a", "b", "ac", "bc"]),
    ("where(a > b).empty()", ["ab", "abc"]),
    ("where(a = true and (b.exists() or c.x.exists())).empty()", ["ab", "ac", "abc"]),
    ("a.x.empty()", ["a", "ab", "ac", "abc"]),
    ("a.where(x = 1).y.isDistinct()", ["a", "ab", "ac", "abc"]),
    ("a.all(x.exists())", ["a", "ab", "ac", "abc"]),
    ("((a.exists() or b.exists()) and c.exists()).not()", ["ac", "bc", "abc"]),
    ("a.exists(x = 1).not()", ["a", "ab", "ac", "abc"]),
    ("a = 1 or b.empty()", ["b", "ab", "bc", "abc"]),
    ("a.exists() implies b.exists()", ["a", "ac"]),
    ("a = 1 implies b.exists()", ["", "a", "c", "ac"]),
    ("d.empty()", []),
    ("true", []),
  ])
  func gatesOpenWhereTheExpressionMayFail(expression: String, masks: [String]) throws {
    #expect(try open(expression) == masks)
  }

  @Test(arguments: [
    "a.count() = b.count()", "a = 1", "a.x.exists()", "$this > 1", "a.exists() != b.exists()", "a.empty().not().not()",
    "exists()", "a.count().empty()", "(a = 1).not()", "value.empty()", "value.exists().not()",
  ])
  func unknownMembersKeepTheGateOpen(expression: String) throws {
    #expect(try PresenceGate.gates(of: expression) { Self.slots[$0] } == [.always])
  }
}
