import FHIRSupport
import FHIRTape

/// Reads the XHTML of a narrative in place: in the lexeme of a JSON string.
///
/// The scan is one pass and copies nothing: it resolves escapes character by character, so that every place that it
/// finds is a place in the input. It expands no entity and loads nothing from outside. Memory is sixteen bytes for each
/// open element, in a list that is reused for the next narrative; a valid narrative allocates nothing.
///
/// ```text
/// "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><p>Caf\u00e9 &amp; bar</p></div>"
///         ^0                                          ^54     ^ one character   ^ open: div
/// ```
///
/// A break of XML's grammar ends the scan, as the rest has no meaning; other faults are collected in ``faults``. The
/// target of a link to `#id` may be outside the narrative, so ``localLinks`` holds such links for the caller.
package struct NarrativeScanner: ~Copyable {
  /// The faults, in the order of the text, except that duplicate ids come last.
  package private(set) var faults: [NarrativeFault] = []
  /// Links and images that name a place inside the resource, and whose target is not an `id` or `name` in the
  /// narrative.
  package internal(set) var localLinks: [NarrativeLink] = []
  static let namespace: StaticString = "http://www.w3.org/1999/xhtml"
  /// The most faults that may be listed. One more of those that are tolerable, and as many others, are kept for one
  /// narrative, so that a record with more shows that there are.
  private let limit: Int
  private var tolerable = 0

  let elements = NarrativeVocabulary.elements
  let attributes = NarrativeVocabulary.attributes
  var start: UnsafePointer<UInt8>
  /// The elements that are open, the innermost last.
  var open: UnsafeMutablePointer<OpenElement>
  var openCapacity = 32
  var depth = 0
  var allowed = NarrativeRole.any
  var hasRoot = false
  var hasContent = false
  var isBroken = false
  /// The prefix that stands for XHTML before the colon of a name; empty if there is none.
  var prefix = NarrativeName()
  /// The ranges of the values of `id`, then of `name`; compared at the end of the text.
  var ids: [Range<Int>] = []
  var names: [Range<Int>] = []
  var anchors = TextSet()

  struct OpenElement {
    /// Its name, to check the end tag without reading back: only short plain names, zero for others.
    var head: UInt64
    /// The offset of its name. A lexeme has less than 2^28 bytes.
    var name: UInt32
    var content: NarrativeRole
    /// The length of a name in `head`.
    var length: UInt16
  }

  /// - Parameter limit: the most faults that are kept for one narrative.
  package init(limit: Int = 1_000) {
    self.limit = max(limit, 1)
    open = .allocate(capacity: openCapacity)
    start = UnsafePointer(UnsafeRawPointer(open).assumingMemoryBound(to: UInt8.self))
  }

  deinit { open.deallocate() }

  /// Reads the text between the quotes of a string on a tape, followed by the closing quote and the tape's padding.
  package mutating func scan(_ lexeme: UnsafePointer<UInt8>) {
    (start, depth, allowed, prefix, tolerable) = (lexeme, 0, .any, NarrativeName(), 0)
    (hasRoot, hasContent, isBroken) = (false, false, false)
    if !faults.isEmpty { faults.removeAll(keepingCapacity: true) }
    if !localLinks.isEmpty { localLinks.removeAll(keepingCapacity: true) }
    if !ids.isEmpty { ids.removeAll(keepingCapacity: true) }
    if !names.isEmpty { names.removeAll(keepingCapacity: true) }
    var p = lexeme
    while !isBroken {
      p = depth > 0 ? readText(p) : readOutside(p)
      if isBroken { return }
      if let next = readPlainTag(p) {
        p = next
        continue
      }
      let unit = JSONTextUnit(at: p)
      if unit.value == JSONTextUnit.end { break }
      p = readMarkup(p, after: p + unit.width)
    }
    if isBroken { return }
    if depth > 0 {
      let name = start + Int(open[depth - 1].name)
      fail(.unclosedElement, from: name, to: Self.readName(name).end)
    }
    if isBroken || !hasRoot { return }
    if !hasContent { add(.empty, from: start, to: p) }
    if ids.count > 1 || !localLinks.isEmpty { compareAnchors() }
  }

  // MARK: - Faults

  @inline(__always) func offset(_ p: UnsafePointer<UInt8>) -> Int { p - start }

  @inline(never) mutating func add(
    _ kind: NarrativeFault.Kind, from p: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>, related: Int = 0
  ) {
    // What is tolerable takes no room from what is not.
    if kind.isTolerable { tolerable += 1 }
    guard kind.isTolerable ? tolerable <= limit + 1 : faults.count < 2 * limit + 2 || kind.isFatal else { return }
    faults.append(NarrativeFault(kind, offset(p)..<max(offset(p), offset(end)), related: related))
  }

  /// Adds a fault that ends the scan, and returns where it is.
  @inline(never)
  @discardableResult
  mutating func fail(
    _ kind: NarrativeFault.Kind, from p: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>, related: Int = 0
  ) -> UnsafePointer<UInt8> {
    // Text that is not well-formed has no structure: after an unclosed `br` everything would seem misplaced.
    faults.removeAll { $0.kind == .misplacedElement || $0.kind == .misplacedText }
    add(kind, from: p, to: end, related: related)
    isBroken = true
    return p
  }

  // MARK: - Text

  /// Reads to the next `<` inside an element, or to the end.
  @inline(__always) mutating func readText(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    var p = start
    if p.pointee == UInt8(ascii: "<") { return p }
    if !allowed.contains(.text) {
      p = JSONTextUnit.skipWhitespace(p)
      if p.pointee != UInt8(ascii: "<") { noteMisplacedText(p) }
    }
    while true {
      if !hasContent { p = skipBlank(p) }
      p = JSONTextUnit.firstSpecial(from: p, quotes: false)
      if p.pointee == UInt8(ascii: "<") { return p }
      let unit = JSONTextUnit(at: p)
      switch unit.value {
      case UInt8(ascii: "<"), JSONTextUnit.end: return p
      case UInt8(ascii: "&"):
        let next = readReference(p, p + unit.width, inText: true)
        if isBroken { return p }
        p = next
      case UInt8(ascii: ">"):
        if let brackets = JSONTextUnit.start(of: "]]", before: p, notBefore: start) {
          return fail(.sectionEnd, from: brackets, to: p + unit.width)
        }
        p += unit.width
      case JSONTextUnit.illegal: return fail(.illegalCharacter, from: p, to: p + unit.width)
      default: p += unit.width
      }
    }
  }

  /// Skips white space, and records whether text follows.
  mutating func skipBlank(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    let p = JSONTextUnit.skipWhitespace(start)
    let unit = JSONTextUnit(at: p)
    hasContent = unit.value > 0x20 && unit.value != UInt8(ascii: "<") && unit.value != UInt8(ascii: "&")
    return p
  }

  /// Adds a fault for text where only elements are allowed, or nothing.
  @inline(never) private mutating func noteMisplacedText(_ start: UnsafePointer<UInt8>) {
    var p = start
    var unit = JSONTextUnit(at: p)
    // White space may be written as references, such as `&#9;`; a no-break space is text.
    while unit.value == UInt8(ascii: "&"), case let reference = NarrativeReference(p + unit.width),
      case .character(isWhitespace: true) = reference.kind
    {
      p = JSONTextUnit.skipWhitespace(reference.end)
      unit = JSONTextUnit(at: p)
    }
    if unit.value == UInt8(ascii: "<") || unit.value == JSONTextUnit.end { return }
    let end = JSONTextUnit.firstSpecial(from: p + unit.width, quotes: false)
    add(.misplacedText, from: p, to: end, related: Int(open[depth - 1].name))
  }

  /// Only white space is allowed before and after the root.
  mutating func readOutside(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    let p = JSONTextUnit.skipWhitespace(start)
    let unit = JSONTextUnit(at: p)
    if unit.value == UInt8(ascii: "<") { return p }
    if unit.value == JSONTextUnit.end {
      if !hasRoot { add(.notADiv, from: start, to: p) }
      return p
    }
    // Text outside an element has no markup to judge.
    add(.notADiv, from: p, to: JSONTextUnit.firstSpecial(from: p + max(unit.width, 1), quotes: false))
    isBroken = true
    return p
  }

  /// Reads a reference such as `&lt;`; `p` is the `&`.
  @inline(never) mutating func readReference(
    _ p: UnsafePointer<UInt8>, _ behind: UnsafePointer<UInt8>, inText: Bool
  ) -> UnsafePointer<UInt8> {
    let reference = NarrativeReference(behind)
    let end = reference.end
    switch reference.kind {
    case .character(let isWhitespace): if inText, !isWhitespace { hasContent = true }
    case .illegalCharacter: add(.illegalCharacterReference, from: p, to: end)
    case .unknownEntity:
      if inText { hasContent = true }
      add(.unknownEntity, from: p, to: end)
    case .none: fail(.bareAmpersand, from: p, to: behind)
    }
    return end
  }

  package var hasElementIDs: Bool { !ids.isEmpty }

  /// The values of `id`: their hashes, as ``NarrativeScanner/hash(_:_:)`` computes them, and their places.
  package var elementIDs: [(hash: UInt64, range: Range<Int>)] {
    ids.map { (NarrativeText(start + $0.lowerBound, start + $0.upperBound).hash, $0) }
  }

  /// Whether a narrative follows the rules of the specification: the result of FHIRPath's `htmlChecks()`. Does not
  /// check recommendations and the targets of links inside the resource.
  package mutating func isSound(_ lexeme: UnsafePointer<UInt8>) -> Bool {
    scan(lexeme)
    return faults.allSatisfy(\.kind.isTolerable)
  }
}
