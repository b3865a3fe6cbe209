import FHIRSupport
import FHIRJSON

/// A fault at one place of a document: strict decoding throws it, and lenient decoding lists it.
public struct FHIRFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of a fault, named like the validator's rule if there is one for it.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The name, such as `structure/missing-element`.
    public let rawValue: String

    /// Makes a code from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The name.
    public var description: String { rawValue }

    /// The same member occurs twice in an object; the first counts.
    public static let duplicateKey = Code(rawValue: "json/duplicate-key")
    /// A value of another JSON kind than its element has.
    public static let wrongKind = Code(rawValue: "structure/wrong-kind")
    /// A document or a resource that is not an object.
    public static let notAnObject = Code(rawValue: "structure/not-an-object")
    /// A required element is absent.
    public static let missingElement = Code(rawValue: "structure/missing-element")
    /// A member that the release does not have there.
    public static let unknownElement = Code(rawValue: "structure/unknown-element")
    /// A single value where the release has an array.
    public static let expectedArray = Code(rawValue: "structure/expected-array")
    /// An array where the release has a single value.
    public static let unexpectedArray = Code(rawValue: "structure/unexpected-array")
    /// An array without items.
    public static let emptyArray = Code(rawValue: "structure/empty-array")
    /// An object beside a primitive that has no content.
    public static let emptyObject = Code(rawValue: "invariant/ele-1")
    /// A null that keeps no place.
    public static let misplacedNull = Code(rawValue: "structure/misplaced-null")
    /// A member for extensions beside an element that is not a primitive.
    public static let misplacedSibling = Code(rawValue: "structure/misplaced-sibling")
    /// Arrays of values and of their extensions that differ in length.
    public static let siblingLength = Code(rawValue: "structure/sibling-length")
    /// Two forms of one choice.
    public static let ambiguousChoice = Code(rawValue: "structure/ambiguous-choice")
    /// A resource that does not name its type.
    public static let missingResourceType = Code(rawValue: "structure/missing-resource-type")
    /// A resource type that the release does not have.
    public static let unknownResourceType = Code(rawValue: "structure/unknown-resource-type")
    /// A resource of another type than the requested one.
    public static let unexpectedResourceType = Code(rawValue: "structure/unexpected-resource-type")
    /// A record that is declared to be of another release than the models.
    public static let otherRelease = Code(rawValue: "structure/other-release")
    /// Not a whole number of 32 bits.
    public static let invalidInteger = Code(rawValue: "value/invalid-integer")
    /// Not a decimal.
    public static let invalidDecimal = Code(rawValue: "value/invalid-decimal")
    /// Not a `date`.
    public static let invalidDate = Code(rawValue: "value/invalid-date")
    /// Not a `dateTime`.
    public static let invalidDateTime = Code(rawValue: "value/invalid-date-time")
    /// Not an `instant`.
    public static let invalidInstant = Code(rawValue: "value/invalid-instant")
    /// Not a `time`.
    public static let invalidTime = Code(rawValue: "value/invalid-time")
    /// A code that a required value set does not list.
    public static let notInValueSet = Code(rawValue: "code/not-in-value-set")
    /// More nesting than the decoder's limit.
    public static let tooDeep = Code(rawValue: "limit/too-deep")
    /// More bytes than the decoder's limit.
    public static let recordTooLarge = Code(rawValue: "limit/record-too-large")
  }

  /// The kind of fault.
  public let code: Code
  /// The path of the element, by the names in the document: `Bundle.entry[3].resource.valueQuantity`.
  public let path: String
  /// What was expected.
  public let expectation: String
  /// The offset in bytes from the start.
  public let byteOffset: Int
  /// The line, from 1.
  public let line: Int
  /// The column in Unicode scalars, from 1.
  public let column: Int

  /// The path from the decoded resource to the element, for Swift's decoders.
  fileprivate(set) var keys: [ModelKey] = []

  package init(
    code: Code, path: String = "", expectation: String, byteOffset: Int = 0, line: Int = 1, column: Int = 1
  ) {
    (self.code, self.path, self.expectation) = (code, path, expectation)
    (self.byteOffset, self.line, self.column) = (byteOffset, line, column)
  }

  // Paths contain names from the input, which `String` comparison would normalise.

  /// Whether both are the same, byte by byte.
  public static func == (a: FHIRFault, b: FHIRFault) -> Bool {
    a.byteOffset == b.byteOffset && a.line == b.line && a.column == b.column && a.code == b.code
      && a.path.byBytes == b.path.byBytes && a.expectation.byBytes == b.expectation.byBytes
  }

  /// Hashes the place and the bytes of the path.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(path.byBytes)
    hasher.combine(byteOffset)
  }

  /// One line with the place, the kind, the element and what was expected.
  public var description: String { "\(line):\(column): \(sentence)" }

  package var sentence: String { "\(code)\(path.isEmpty ? "" : " at \(path)"): expected \(expectation)" }
}

/// A name or an array index on the path to a value.
struct ModelKey: CodingKey, Hashable {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }

  init(intValue: Int) { (stringValue, self.intValue) = ("Index \(intValue)", intValue) }
}

/// Computes paths, lines and columns, in one pass over the containers that contain faults.
struct FaultPlaces {
  private let tape: Tape
  private let faults: [TapeReader.Fault]
  private var paths: [(text: String, keys: [ModelKey])] = []

  static func resolve(_ faults: [TapeReader.Fault], _ tape: Tape) -> [FHIRFault] {
    guard !faults.isEmpty else { return [] }
    let ordered = faults.enumerated().sorted { ($0.element.node, $0.offset) < ($1.element.node, $1.offset) }
    var places = FaultPlaces(tape: tape, faults: ordered.map(\.element))
    let type = tape.member("resourceType", of: .root).flatMap { tape.tag($0) == .string ? tape.string($0) : nil }
    places.descend(.root, (type ?? "", []))
    var cursor = PositionCursor()
    return zip(places.faults, places.paths).map { fault, path in
      let offset = tape.range(fault.node).lowerBound
      cursor.advance(over: UnsafeRawBufferPointer(start: tape.bytes + cursor.offset, count: offset - cursor.offset))
      var found = FHIRFault(
        code: fault.code, path: path.text, expectation: fault.expectation, byteOffset: offset, line: cursor.line,
        column: cursor.column(next: tape.bytes[offset], skippingMark: false))
      found.keys = path.keys
      return found
    }
  }

  /// Sets the paths of the faults at and below a value, which are the next in order.
  private mutating func descend(_ value: TapeIndex, _ path: (text: String, keys: [ModelKey])) {
    let end = tape.next(value)
    while paths.count < faults.count, faults[paths.count].node == value {
      let fault = faults[paths.count]
      paths.append(fault.member.map { Self.member($0, of: path) } ?? path)
    }
    guard tape.isContainer(value), paths.count < faults.count, faults[paths.count].node < end else { return }
    let isObject = tape.tag(value) == .object
    var child = value.content
    var number = 0
    while child < end, paths.count < faults.count, faults[paths.count].node < end {
      let item = isObject ? child.value : child
      let next = tape.next(item)
      if faults[paths.count].node < next {
        descend(
          item,
          isObject
            ? Self.member(tape.string(child), of: path)
            : ("\(path.text)[\(number)]", path.keys + [ModelKey(intValue: number)]))
      }
      number += 1
      child = next
    }
  }

  private static func member(
    _ name: String, of path: (text: String, keys: [ModelKey])
  ) -> (text: String, keys: [ModelKey]) {
    (path.text.isEmpty ? name : "\(path.text).\(name)", path.keys + [ModelKey(stringValue: name)])
  }
}
