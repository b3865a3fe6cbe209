import FHIRSchema
import FHIRTape

/// Which slices may have values in common.
extension ProfileCompiler {
  /// Notes for each slice which others are narrower, and which are its rivals; of very many, for the first ones.
  func relate(_ slices: inout [ProfileSlice]) {
    for one in slices.indices.prefix(100) where !slices[one].tests.isEmpty {
      for other in 0..<one where !slices[other].tests.isEmpty {
        let (tests, others) = (slices[one].tests, slices[other].tests)
        if tests.contains(where: { test in others.contains { excludes(test, $0) } }) { continue }
        let isNarrower = implies(tests, others)
        let (wide, narrow) = isNarrower ? (other, one) : (one, other)
        slices[wide].rivals.append(narrow)
        if isNarrower == implies(others, tests) {
          slices[narrow].rivals.append(wide)
        } else {
          slices[wide].narrower.append(narrow)
        }
      }
    }
  }

  /// Whether no value passes both tests. Longer paths lead to several values, and a list may have the items of both.
  private func excludes(_ test: SliceTest, _ other: SliceTest) -> Bool {
    guard test.path == other.path, test.steps.count < 2, other.steps.count < 2 else { return false }
    switch (test.check, other.check) {
    case (.text, .text), (.exists, .exists): return test.expectation != other.expectation
    case (.fixed(let one), .fixed(let other)), (.pattern(let one), .pattern(let other)):
      return !one.tape.isContainer(.root) && !one.contains(other)
    case (.types(let rows, _), .types(let others, _)):
      return !rows.contains { row in others.contains { schema.isKind(row, of: $0) || schema.isKind($0, of: row) } }
    default: return false
    }
  }

  /// Whether all values that pass some tests pass others.
  private func implies(_ tests: [SliceTest], _ others: [SliceTest]) -> Bool {
    others.allSatisfy { other in tests.contains { implies($0, other) } }
  }

  private func implies(_ test: SliceTest, _ other: SliceTest) -> Bool {
    guard test.path == other.path else { return false }
    switch (test.check, other.check) {
    case (.fixed(let one), .pattern(let other)), (.pattern(let one), .pattern(let other)): return one.contains(other)
    case (.fixed(let one), .fixed(let other)): return one.contains(other) && other.contains(one)
    case (.types(let rows, _), .types(let others, _)):
      return rows.allSatisfy { row in others.contains { schema.isKind(row, of: $0) } }
    case (.all(let tests), .all(let others)): return implies(tests, others)
    case (.pattern, .fixed): return false
    default: return test.expectation == other.expectation
    }
  }
}

extension KeptValue {
  fileprivate func contains(_ other: KeptValue) -> Bool {
    JSONComparison(record: tape, definition: other.tape).contains(.root, .root)
  }
}
