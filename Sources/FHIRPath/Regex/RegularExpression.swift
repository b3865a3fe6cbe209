/// A regular expression that is matched in time linear in the text, whatever the expression and the text are.
///
/// The syntax is the part of Perl's without memory: characters, classes, groups, alternatives, quantifiers (greedy and
/// lazy), anchors. Back-references and look-around are refused. A dot also matches line ends. Matching runs all
/// alternatives in parallel (Thompson's and Pike's construction), so that none is tried twice.
struct RegularExpression: Sendable {
  enum Step: Sendable {
    case character(Unicode.Scalar)
    case any
    case oneOf(CharacterSet)
    /// Two alternatives, the first preferred.
    case split(Int, Int)
    case jump(Int)
    /// Records the place in the text.
    case save(Int)
    case assertion(Assertion)
    case match

    /// Whether it takes a character, which is folded if case is ignored.
    func accepts(_ scalar: Unicode.Scalar) -> Bool {
      switch self {
      case .character(let expected): expected == scalar
      case .any: true
      case .oneOf(let set): set.contains(scalar)
      case .split, .jump, .save, .assertion, .match: false
      }
    }
  }

  enum Assertion: Sendable { case start, end, lineStart, lineEnd, wordBoundary, noWordBoundary }

  struct Flags: OptionSet {
    let rawValue: Int16
    static let ignoresCase = Flags(rawValue: 1)
    /// `^` and `$` also match at line ends.
    static let isMultiline = Flags(rawValue: 2)
  }

  /// The matching part of a text, and the places of its groups: two for each group, -1 for none.
  struct Match {
    var places: [Int]
    var range: Range<Int> { places[0]..<places[1] }
  }

  struct Fault: Error { var sentence: String }

  /// The most steps of a compiled pattern: `{n,m}` repeats its operand m times.
  static let maximumSteps = 4000

  private(set) var steps: [Step] = []
  let ignoresCase: Bool
  let groupCount: Int
  /// Groups by their names, as scalars: strings are normalised when they are hashed.
  let groupNames: [[Unicode.Scalar]: Int]

  /// The maximum cost of matching for each character of the text.
  var cost: Int { steps.count }

  init(_ pattern: UnsafeBufferPointer<UInt8>, _ flags: Flags = []) throws(Fault) {
    var parser = RegularExpressionParser(String(decoding: pattern, as: UTF8.self), flags)
    let tree = try parser.parse()
    (ignoresCase, groupCount, groupNames) = (parser.ignoresCase, parser.groupCount, parser.groupNames)
    try add(.save(0))
    try compile(tree)
    try add(.save(1))
    try add(.match)
  }

  private mutating func add(_ step: Step) throws(Fault) {
    guard steps.count < RegularExpression.maximumSteps else {
      throw Fault(sentence: "the pattern is too large: written out it has more than \(Self.maximumSteps) steps")
    }
    steps.append(step)
  }

  private mutating func compile(_ node: RegularExpressionParser.Node) throws(Fault) {
    switch node {
    case .step(let step): try add(step)
    case .sequence(let nodes): for node in nodes { try compile(node) }
    case .group(let inner, let number):
      guard let number else { return try compile(inner) }
      try add(.save(number * 2))
      try compile(inner)
      try add(.save(number * 2 + 1))
    case .alternatives(let nodes):
      var ends: [Int] = []
      for (place, node) in nodes.enumerated() {
        let split = steps.count
        let isLast = place == nodes.count - 1
        if !isLast { try add(.jump(0)) }
        try compile(node)
        if !isLast {
          ends.append(steps.count)
          try add(.jump(0))
          steps[split] = .split(split + 1, steps.count)
        }
      }
      for end in ends { steps[end] = .jump(steps.count) }
    case .quantified(let inner, let least, let most, let isLazy):
      for _ in 0..<least { try compile(inner) }
      // Without an upper bound one more repetition goes back to where it may be left.
      var splits: [Int] = []
      for _ in least..<max(least, most ?? least + 1) {
        splits.append(steps.count)
        try add(.jump(0))
        try compile(inner)
      }
      if most == nil { try add(.jump(splits[0])) }
      for split in splits { steps[split] = isLazy ? .split(steps.count, split + 1) : .split(split + 1, steps.count) }
    }
  }
}

extension RegularExpression.Flags {
  /// Reads `i` and `m`; `nil` for other letters.
  init?(_ letters: some StringProtocol) {
    self = []
    for letter in letters.unicodeScalars {
      switch letter {
      case "i": insert(.ignoresCase)
      case "m": insert(.isMultiline)
      default: return nil
      }
    }
  }
}

/// A regular expression that must match a whole text, in time linear in the text; see ``RegularExpression``.
package struct WholePattern: Sendable {
  private let expression: RegularExpression

  /// - Returns: `nil` if the pattern is invalid, or uses a refused construct.
  package init?(_ pattern: String) {
    var pattern = pattern
    guard let expression = pattern.withUTF8({ try? RegularExpression($0) }) else { return nil }
    self.expression = expression
  }

  package var cost: Int { expression.cost }

  package func matches(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { expression.matches($0, isWhole: true) }
  }
}

/// The characters that a class of a regular expression accepts: one bit for each ASCII character, ranges for the
/// others.
struct CharacterSet: Sendable {
  private var ascii: UInt128 = 0
  private var ranges: [ClosedRange<UInt32>] = []
  /// Classes such as `\p{L}`, by the start of their abbreviation; and the classes that are excluded.
  var categories: [String] = []
  private var excluded: [CharacterSet] = []
  var isNegated = false

  mutating func insert(_ range: ClosedRange<UInt32>) {
    for code in range.clamped(to: 0...127) where range.contains(code) { ascii |= 1 << UInt128(code) }
    if range.upperBound > 127 { ranges.append(max(range.lowerBound, 128)...range.upperBound) }
  }

  /// Adds another class, which is nested in brackets.
  mutating func formUnion(_ other: CharacterSet) {
    guard !other.isNegated else { return excluded.append(other) }
    ascii |= other.ascii
    ranges += other.ranges
    categories += other.categories
    excluded += other.excluded
  }

  func contains(_ scalar: Unicode.Scalar) -> Bool { has(scalar) != isNegated }

  private func has(_ scalar: Unicode.Scalar) -> Bool {
    let code = scalar.value
    if code < 128 ? ascii >> UInt128(code) & 1 == 1 : ranges.contains(where: { $0.contains(code) }) { return true }
    if !excluded.isEmpty, excluded.contains(where: { $0.contains(scalar) }) { return true }
    if categories.isEmpty { return false }
    let category = Self.abbreviations[scalar.properties.generalCategory] ?? "Cn"
    return categories.contains { category.hasPrefix($0) }
  }

  /// `\d`, `\w` and `\s`, for ASCII only.
  static func named(_ letter: Character) -> CharacterSet? {
    let named: [String: [ClosedRange<UInt32>]] = [
      "d": [0x30...0x39], "w": [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A], "s": [0x09...0x0D, 0x20...0x20],
    ]
    guard let ranges = named[letter.lowercased()] else { return nil }
    var set = CharacterSet()
    for range in ranges { set.insert(range) }
    set.isNegated = letter.isUppercase
    return set
  }

  /// The two letters of each category's name in patterns.
  private static let abbreviations: [Unicode.GeneralCategory: String] = [
    .uppercaseLetter: "Lu", .lowercaseLetter: "Ll", .titlecaseLetter: "Lt", .modifierLetter: "Lm", .otherLetter: "Lo",
    .nonspacingMark: "Mn", .spacingMark: "Mc", .enclosingMark: "Me",
    .decimalNumber: "Nd", .letterNumber: "Nl", .otherNumber: "No",
    .connectorPunctuation: "Pc", .dashPunctuation: "Pd", .openPunctuation: "Ps", .closePunctuation: "Pe",
    .initialPunctuation: "Pi", .finalPunctuation: "Pf", .otherPunctuation: "Po",
    .mathSymbol: "Sm", .currencySymbol: "Sc", .modifierSymbol: "Sk", .otherSymbol: "So",
    .spaceSeparator: "Zs", .lineSeparator: "Zl", .paragraphSeparator: "Zp",
    .control: "Cc", .format: "Cf", .surrogate: "Cs", .privateUse: "Co",
  ]
}
