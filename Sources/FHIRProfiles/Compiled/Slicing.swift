/// How the values of an element are divided into slices.
final class Slicing: Sendable {
  let slices: [ProfileSlice]
  let rules: SlicingFacts.Rules
  let isOrdered: Bool
  /// The slice for what is in no other, `nil` where there is none.
  let fallback: Int?
  /// Whether nothing but the type tells the slices apart, as of the forms of a choice.
  let isByType: Bool
  /// What tells slices apart, for messages: `code`, `value.ofType(Quantity)`.
  let discriminators: [String]

  init(slices: [ProfileSlice], rules: SlicingFacts.Rules, isOrdered: Bool, discriminators: [String]) {
    self.slices = slices
    self.rules = rules
    self.isOrdered = isOrdered
    self.discriminators = discriminators
    isByType = slices.allSatisfy { slice in
      !slice.tests.isEmpty
        && slice.tests.allSatisfy { test in
          if case .types = test.check { test.steps.isEmpty } else { false }
        }
    }
    fallback = slices.firstIndex { $0.name == "@default" }
  }
}

/// One slice: what tells that a value is in it, how many are, and what is asserted of them.
struct ProfileSlice: Sendable {
  let name: String
  let count: Cardinality
  /// All have to be met.
  let tests: [SliceTest]
  /// The place among ``Profile/nodes``.
  let node: Int
  /// The slices of this slice.
  let slicing: Slicing?
  let isMustSupport: Bool
}

/// One of the conditions that put a value into a slice.
final class SliceTest: Sendable {
  /// The discriminator's path, for messages.
  let path: String
  let steps: [SliceStep]
  let check: SliceCheck

  init(path: String, steps: [SliceStep], check: SliceCheck) {
    (self.path, self.steps, self.check) = (path, steps, check)
  }

  /// What it looks at, in words.
  var name: String { path == "$this" ? "value" : "'\(path)'" }

  /// What it asks for, in words; `nil` where that would be nothing.
  var expectation: String? {
    switch check {
    case .fixed(let value): return "\(name) being \(value.excerpt)"
    case .pattern(let value): return "\(name) having \(value.excerpt)"
    case .text(let text): return "\(name) being \"\(text.string)\""
    case .binding(let binding): return "\(name) being in the value set \(binding.valueSet)"
    case .exists(let exists): return exists ? "\(name) being there" : "\(name) not being there"
    case .types(_, let names): return "\(name) being of the type \(names.alternatives)"
    case .profiles(let urls): return "\(name) meeting \(urls.alternatives)"
    case .all(let tests):
      let parts = tests.compactMap(\.expectation)
      return parts.isEmpty ? nil : parts.joined(separator: " and ")
    }
  }
}

/// One step of the way from a value to what tells its slice.
enum SliceStep: Sendable {
  /// To a member, or to any form of a choice of this name.
  case member(KeptText)
  /// To the extensions with a url.
  case extensions(KeptText)
  /// To the target of a reference.
  case resolve
  /// To those that are of a type, by the row.
  case ofType(Int)
}

/// What has to be at the end of the way.
indirect enum SliceCheck: Sendable {
  case fixed(KeptValue)
  case pattern(KeptValue)
  /// A text, such as the url of an extension.
  case text(KeptText)
  case binding(ProfileBinding)
  case exists(Bool)
  /// A value of one of these types, by their rows.
  case types([Int], names: [String])
  /// One that meets one of these profiles.
  case profiles([String])
  /// All of some conditions, seen from there.
  case all([SliceTest])
}
