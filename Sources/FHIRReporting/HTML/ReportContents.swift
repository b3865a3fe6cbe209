public import FHIRSupport

/// The content of the records of a run, for the HTML page: counts that no other report has.
public struct ReportContents: Hashable, Sendable {
  /// Records by source, without those of unknown source.
  public var sources: [ByteText: Int] = [:]
  /// Records by month of their clinical date.
  public var months: [Month: Int] = [:]
  /// The months with records of each source, as far as they are counted.
  public var monthsBySource: [ByteText: Set<Month>] = [:]
  /// What was done with every file and record, as sentences.
  public var receipt: [String] = []
  /// Records without a known date.
  public var undated = 0

  /// A month of a year.
  public struct Month: Hashable, Sendable, Comparable {
    /// The year, from 1.
    public var year: Int
    /// The month, from 1.
    public var month: Int

    /// Makes a month.
    public init(year: Int, month: Int) { (self.year, self.month) = (year, month) }

    /// Reads the beginning of a FHIR date: `2019-06`, `2019-06-11`, or a year, which counts as January.
    public init?(_ date: String) {
      func number(_ digits: Substring.UTF8View, of count: Int) -> Int? {
        guard digits.count == count, digits.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
        return Int(String(decoding: digits, as: UTF8.self))
      }
      guard let year = number(date.utf8.prefix(4), of: 4), year > 0 else { return nil }
      self.year = year
      month = min(max(number(date.utf8.dropFirst(5).prefix(2), of: 2) ?? 1, 1), 12)
    }

    /// Orders by time.
    public static func < (a: Month, b: Month) -> Bool { (a.year, a.month) < (b.year, b.month) }
  }

  /// Makes empty counts.
  public init() {}

  /// Adds other counts.
  public mutating func merge(_ other: ReportContents) {
    sources.merge(other.sources, uniquingKeysWith: +)
    months.merge(other.months, uniquingKeysWith: +)
    monthsBySource.merge(other.monthsBySource) { $0.union($1) }
    receipt += other.receipt
    undated += other.undated
  }
}
