/// The characters that a class of a regular expression accepts: one bit for each ASCII character, ranges for the
/// others.
struct CharacterSet: Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0
  private var ranges: [ClosedRange<UInt32>] = []
  /// Classes such as `\p{L}`, by the start of their abbreviation; and the classes that are excluded.
  private var categories: [String] = []
  private var excluded: [CharacterSet] = []
  var isNegated = false

  mutating func insert(_ range: ClosedRange<UInt32>) {
    for code in range.clamped(to: 0...127) where range.contains(code) {
      if code < 64 { low |= 1 << UInt64(code) } else { high |= 1 << UInt64(code - 64) }
    }
    if range.upperBound > 127 { ranges.append(max(range.lowerBound, 128)...range.upperBound) }
  }

  mutating func insert(_ scalar: Unicode.Scalar) { insert(scalar.value...scalar.value) }

  mutating func insert(category: String) { categories.append(category) }

  /// Adds another class, which is nested in brackets.
  mutating func formUnion(_ other: CharacterSet) {
    guard !other.isNegated else { return excluded.append(other) }
    low |= other.low
    high |= other.high
    ranges += other.ranges
    categories += other.categories
    excluded += other.excluded
  }

  func contains(_ scalar: Unicode.Scalar) -> Bool { has(scalar) != isNegated }

  private func has(_ scalar: Unicode.Scalar) -> Bool {
    let code = scalar.value
    if code < 64, low >> UInt64(code) & 1 == 1 { return true }
    if code >= 64, code < 128, high >> UInt64(code - 64) & 1 == 1 { return true }
    if code > 127, ranges.contains(where: { $0.contains(code) }) { return true }
    if !excluded.isEmpty, excluded.contains(where: { $0.contains(scalar) }) { return true }
    if categories.isEmpty { return false }
    let category = scalar.properties.generalCategory.abbreviation
    return categories.contains { category.hasPrefix($0) }
  }

  /// `\d`, `\w` and `\s`, for ASCII only.
  static func named(_ letter: Character) -> CharacterSet? {
    var set = CharacterSet()
    switch letter {
    case "d", "D": set.insert(0x30...0x39)
    case "w", "W":
      for range in [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A] as [ClosedRange<UInt32>] { set.insert(range) }
    case "s", "S":
      set.insert(0x09...0x0D)
      set.insert(0x20...0x20)
    default: return nil
    }
    set.isNegated = letter.isUppercase
    return set
  }
}

extension Unicode.GeneralCategory {
  /// The two letters of the category's name in patterns.
  fileprivate var abbreviation: String {
    switch self {
    case .uppercaseLetter: "Lu"
    case .lowercaseLetter: "Ll"
    case .titlecaseLetter: "Lt"
    case .modifierLetter: "Lm"
    case .otherLetter: "Lo"
    case .nonspacingMark: "Mn"
    case .spacingMark: "Mc"
    case .enclosingMark: "Me"
    case .decimalNumber: "Nd"
    case .letterNumber: "Nl"
    case .otherNumber: "No"
    case .connectorPunctuation: "Pc"
    case .dashPunctuation: "Pd"
    case .openPunctuation: "Ps"
    case .closePunctuation: "Pe"
    case .initialPunctuation: "Pi"
    case .finalPunctuation: "Pf"
    case .otherPunctuation: "Po"
    case .mathSymbol: "Sm"
    case .currencySymbol: "Sc"
    case .modifierSymbol: "Sk"
    case .otherSymbol: "So"
    case .spaceSeparator: "Zs"
    case .lineSeparator: "Zl"
    case .paragraphSeparator: "Zp"
    case .control: "Cc"
    case .format: "Cf"
    case .surrogate: "Cs"
    case .privateUse: "Co"
    case .unassigned: "Cn"
    @unknown default: "Cn"
    }
  }
}
