import FHIRText

/// What could not be judged, and how often: each kind has a number.
package struct ProfileGaps {
  /// How often anything could not be judged.
  private(set) var total = 0
  private var counts = Array(repeating: 0, count: ProfileGaps.firstNamed)
  private var names: [ByteText] = []
  private var numbers: [ByteText: Int] = [:]
  /// The numbers of the last gaps, each at its place in ``total``.
  private var last = SIMD4<UInt32>()

  /// A value whose slice is told by the target of a reference, which is not available.
  static let target = 0
  /// A constraint that could not be decided within the limits of an evaluation.
  static let constraint = 1
  /// What a profile states about the entries of a Bundle that were read one by one.
  static let entries = 2
  /// A definition beyond the most that are named.
  private static let other = 3
  private static let firstNamed = 4
  private static let mostNamed = 1_000

  /// Profiles and value sets without a definition, by the names that a report has for them.
  var named: [(name: ByteText, count: Int)] {
    zip(names, counts.dropFirst(Self.firstNamed)).filter { $0.1 > 0 }.map { ($0.0, $0.1) }
  }

  var constraints: Int { counts[Self.constraint] }
  var ofEntries: Int { counts[Self.entries] }

  /// The number of a definition that is not available, which stays as long as the judge.
  mutating func number(of url: String) -> Int { number(named: "definition \(url)") }

  /// The number of anything else, by the name that a report has for it.
  private mutating func number(named text: String) -> Int {
    let name = ByteText(text)
    if let known = numbers[name] { return known }
    if names.count == Self.mostNamed { return Self.other }
    numbers[name] = counts.count
    names.append(name)
    counts.append(0)
    return counts.count - 1
  }

  mutating func count(_ url: String) { count(number(of: url)) }

  /// Counts something under the name that a report has for it.
  mutating func count(named name: String) { count(number(named: name)) }

  mutating func count(_ number: Int) {
    last[total & 3] = UInt32(truncatingIfNeeded: number)
    total &+= 1
    counts[number] += 1
  }

  /// Begins to count anew.
  mutating func removeCounts() {
    total = 0
    for number in counts.indices { counts[number] = 0 }
  }

  // MARK: - As an answer that is remembered

  /// The gaps since there were so many, as a number other than 0; `nil` where they are too many for one.
  func answer(since start: Int) -> UInt64? {
    guard total &- start <= 3 else { return nil }
    var answer: UInt64 = 1
    for place in start..<total { answer |= UInt64(last[place & 3] &+ 1) &<< UInt64(4 &+ 20 &* (place &- start)) }
    return answer
  }

  /// Counts the gaps of an answer again.
  mutating func count(_ answer: UInt64) {
    var rest = answer &>> 4
    while rest != 0 {
      count(Int(rest & 0xF_FFFF) &- 1)
      rest &>>= 20
    }
  }
}
