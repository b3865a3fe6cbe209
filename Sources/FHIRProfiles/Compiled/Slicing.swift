import FHIRFindings
import FHIRSchema

final class Slicing: Sendable {
  let slices: [ProfileSlice]
  let rules: SlicingFacts.Rules
  let isOrdered: Bool
  let fallback: Int?
  /// The member whose value alone decides the slice; `nil` if there is more to it.
  let member: KeptText?
  /// Whether only the type distinguishes the slices, as for the forms of a choice.
  let isByType: Bool
  /// Whether some slice, or slice of a slice, must have values.
  let needsValues: Bool
  /// The discriminators of the slices, for messages: `code`, `value.ofType(Quantity)`.
  let discriminators: [String]

  init(slices: [ProfileSlice], rules: SlicingFacts.Rules, isOrdered: Bool, discriminators: [String]) {
    (self.slices, self.rules, self.isOrdered, self.discriminators) = (slices, rules, isOrdered, discriminators)
    isByType = slices.allSatisfy { slice in
      !slice.tests.isEmpty
        && slice.tests.allSatisfy { test in if case .types = test.check { test.steps.isEmpty } else { false } }
    }
    let members = slices.flatMap { $0.tests.map(\.member) }
    let isOne = members.allSatisfy { $0 != nil && $0?.string == members[0]?.string }
    member = isOne ? members.first ?? nil : nil
    needsValues = slices.contains { $0.count.minimum > 0 || $0.slicing?.needsValues ?? false }
    fallback = slices.firstIndex { $0.name == "@default" }
  }
}

/// One slice: the tests for its values, their number, and the assertions about them.
struct ProfileSlice: Sendable {
  let name: String
  let count: Cardinality
  /// A value is in the slice if it passes all of them.
  let tests: [SliceTest]
  /// The place among ``Profile/nodes``.
  let node: Int
  let slicing: Slicing?
  let isMustSupport: Bool
  /// The numbers of the slices whose values all pass its tests, too.
  var narrower: [Int] = []
  /// The numbers of those, and of the others that may have values in common with it.
  var rivals: [Int] = []
}

final class SliceTest: Sendable {
  /// The discriminator's path, for messages.
  let path: String
  let steps: [SliceStep]
  let check: SliceCheck

  init(path: String, steps: [SliceStep], check: SliceCheck) {
    (self.path, self.steps, self.check) = (path, steps, check)
  }

  /// The member whose value it depends on; `nil` if it depends on more than that value's bytes.
  fileprivate var member: KeptText? {
    guard case .member(let name)? = steps.first else { return nil }
    let isPlain = steps.allSatisfy { if case .member = $0 { true } else { false } }
    switch check {
    case .fixed, .pattern, .text: return isPlain ? name : nil
    default: return nil
    }
  }

  var name: String { path == "$this" ? "value" : "'\(path)'" }

  var expectation: String? {
    switch check {
    case .fixed(let value): return "\(name) being \(value.excerpt)"
    case .pattern(let value): return "\(name) having \(value.excerpt)"
    case .text(let text): return "\(name) being \"\(text.string)\""
    case .binding(let binding): return "\(name) being in the value set \(binding.valueSet)"
    case .exists(let exists): return "the \(exists ? "presence" : "absence") of \(name)"
    case .types(_, let names): return "\(name) being of the type \(names.alternatives)"
    case .profiles(let urls): return "\(name) meeting \(urls.alternatives)"
    case .all(let tests):
      let parts = tests.compactMap(\.expectation)
      return parts.isEmpty ? nil : parts.joined(separator: " and ")
    }
  }
}

/// One step of the path from a value to its discriminator.
enum SliceStep: Sendable {
  /// To a member, or to any form of a choice with this name.
  case member(KeptText)
  case extensions(KeptText)
  case resolve
  case ofType(TypeID)
}

/// The condition at the end of the path.
indirect enum SliceCheck: Sendable {
  case fixed(KeptValue)
  case pattern(KeptValue)
  case text(KeptText)
  case binding(ProfileBinding)
  case exists(Bool)
  case types([TypeID], names: [String])
  case profiles([Canonical])
  /// All of some conditions, relative to that value.
  case all([SliceTest])
}
