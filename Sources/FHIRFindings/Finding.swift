import FHIRSupport

/// One finding: which rule, how severe, where, and what was expected and found.
///
/// A finding is a plain value with byte offsets, not lines, and no output format. Two are equal if their content is.
public struct Finding: Sendable {
  /// The rule that was broken.
  public var rule: RuleID
  /// How much it matters, after the caller's policy.
  public var severity: Severity
  /// The bytes at fault, counted from the start of the input.
  public var range: SourceRange
  /// What was expected and what was found, in one sentence that is clear without context.
  public var message: String
  @usableFromInline package var places: any RecordedPlaces
  /// The number of the place in `places`.
  @usableFromInline package var place: Int

  /// The element in FHIRPath form, such as `Bundle.entry[3].resource.component[0].code`; empty for the whole input. For
  /// a finding of a validator, this text is made on each access.
  public var path: String {
    get { places.path(of: place) }
    set { self = reworded(path: newValue, message: message, record: record, pointer: pointer) }
  }

  /// The resource that holds the fault, `nil` before one is recognised. Made on each access, like ``path``.
  public var record: RecordLabel? {
    get { places.record(of: place) }
    set { self = reworded(path: path, message: message, record: newValue, pointer: pointer) }
  }

  /// The profile that the finding comes from, `nil` if it comes from the specification.
  public var profile: ProfileSource? { places.profile(of: place) }

  /// The element as a JSON Pointer (RFC 6901) from the top of the record or of the Bundle that holds it, such as
  /// `/entry/3/resource/component/0/code`; `nil` if the fault is in no element. If ``path`` names a missing element,
  /// the pointer names the missing member. Made on each access, like ``path``.
  public var pointer: String? { places.pointer(of: place) }
  /// The short name of the release that the record was judged by, such as `dstu2`; `nil` if it was judged by none.
  public var release: String? { places.release(of: place) }
  /// The offset in the input at which the record begins; `nil` if it is not known.
  package var recordStart: Int? { places.recordStart(of: place) }

  /// Makes a finding, with the place as a JSON Pointer, too, and the name of the release that the record was judged by.
  public init(
    rule: RuleID, severity: Severity, range: SourceRange, path: String, message: String, record: RecordLabel? = nil,
    pointer: String? = nil, release: String? = nil
  ) {
    self.init(
      rule: rule, severity: severity, range: range, message: message,
      places: WrittenPlace(path, record, pointer: pointer, release: release), place: 0)
  }

  /// Makes a finding whose place is recorded in `places`.
  @inlinable
  package init(
    rule: RuleID, severity: Severity, range: SourceRange, message: String, places: any RecordedPlaces, place: Int
  ) {
    self.rule = rule
    self.severity = severity
    self.range = range
    self.message = message
    self.places = places
    self.place = place
  }

  /// The same finding without the shared places of its batch, which take much more memory than one finding.
  package var standingAlone: Finding { reworded(path: path, message: message, record: record, pointer: pointer) }

  /// The same finding with other texts; keeps release and profile.
  package func reworded(path: String, message: String, record: RecordLabel?, pointer: String?) -> Finding {
    let places = WrittenPlace(path, record, pointer: pointer, release: release, profile: profile)
    return Finding(rule: rule, severity: severity, range: range, message: message, places: places, place: 0)
  }

  /// Whether another finding is in the same record, judged by type and id.
  package func isInRecord(of other: Finding) -> Bool {
    places === other.places ? places.areInOneRecord(place, other.place) : record == other.record
  }
}

extension Finding: Hashable {
  /// Whether two findings have the same content.
  public static func == (a: Finding, b: Finding) -> Bool {
    guard a.range == b.range, a.severity == b.severity, a.rule == b.rule else { return false }
    guard a.message.byBytes == b.message.byBytes else { return false }
    return a.places === b.places && a.place == b.place || a.path.byBytes == b.path.byBytes && a.record == b.record
  }

  /// Hashes the compared members.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rule)
    hasher.combine(severity)
    hasher.combine(range)
    hasher.combine(path.byBytes)
    hasher.combine(message.byBytes)
    hasher.combine(record)
  }
}

extension Finding: CustomReflectable {
  /// A description for `print` and `dump`.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "rule": rule, "severity": severity, "range": range, "path": path, "message": message, "record": record as Any,
      ], displayStyle: .struct)
  }
}

/// The type and the id of a record, by which people identify it.
public struct RecordLabel: Hashable, Sendable {
  /// The record's `resourceType`, as written.
  public var resourceType: String
  /// The record's `id`, as written; `nil` if it has none.
  public var id: String?

  /// Makes a label.
  @inlinable
  public init(resourceType: String, id: String?) {
    self.resourceType = resourceType
    self.id = id
  }

  /// Whether both have the same text, compared by bytes.
  public static func == (a: RecordLabel, b: RecordLabel) -> Bool {
    a.resourceType.byBytes == b.resourceType.byBytes && a.id?.byBytes == b.id?.byBytes
  }

  /// Hashes the compared members.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(resourceType.byBytes)
    hasher.combine(id?.byBytes)
  }
}

/// A half-open range of UTF-8 byte offsets, counted from the first byte of the input. The library uses only offsets
/// internally; ``LineTable`` converts them to line and column for output.
public struct SourceRange: Hashable, Sendable, Comparable {
  /// The offset of the first byte.
  public var start: Int
  /// The offset after the last byte; equal to `start` for a place between two bytes.
  public var end: Int

  /// Makes a range; `end` must not be before `start`.
  public init(start: Int, end: Int) { (self.start, self.end) = (start, end) }
  package init(_ range: Range<Int>) { self.init(start: range.lowerBound, end: range.upperBound) }

  /// Orders by place, an enclosing range before the ranges in it.
  public static func < (lhs: SourceRange, rhs: SourceRange) -> Bool { (lhs.start, rhs.end) < (rhs.start, lhs.end) }
}

extension String {
  /// The text itself, or its beginning if it has more characters than a message shall have.
  package func shortened(to most: Int = 80) -> String {
    guard utf8.count > most, unicodeScalars.count > most else { return self }
    return String(UnicodeScalarView(unicodeScalars.prefix(most - 3))) + "..."
  }
}

extension [String] {
  /// `a`, `a or b`, `a, b or c`.
  package var listed: String { count < 2 ? first ?? "" : dropLast().joined(separator: ", ") + " or " + self[count - 1] }
  /// The same in quotes.
  package var alternatives: String { map { "'\($0)'" }.listed }
}
