import FHIRFindings
import FHIRPrimitives
import FHIRSchema
import FHIRTape

extension Walker {
  /// Judges a value of a primitive type: its JSON kind, its form and meaning, and its binding.
  @inline(__always) mutating func checkPrimitive(_ value: TapeIndex, _ member: MemberID, index: Int, owner: TapeIndex) {
    if cursor.tape.tag(value) == .string {
      checkString(value, member, index: index)
    } else {
      checkNotPlain(value, member, index: index, owner: owner)
    }
  }

  /// The same for a string without escapes.
  @inline(never) mutating func checkString(_ value: TapeIndex, _ member: MemberID, index: Int) {
    checkText(
      TextBytes(bytes: cursor.tape.lexeme(value), count: cursor.tape.length(value)), value, member, index: index)
  }

  /// Judges numbers, booleans, strings with escapes, and values that cannot be primitives.
  @inline(never)
  private mutating func checkNotPlain(_ value: TapeIndex, _ member: MemberID, index: Int, owner: TapeIndex) {
    let kind = cursor.members[member].kind
    switch cursor.tape.tag(value) {
    case .integer, .decimal, .exponent:
      guard kind.isNumber else { return reportNotPrimitive(value, member, index, owner) }
      checkNumber(value, member, index: index)
    case .true, .false: if kind != .boolean { reportNotPrimitive(value, member, index, owner) }
    case .escapedString:
      if kind != .xhtml, let character = IllegalCharacter(in: cursor.tape, value) {
        return cursor.reportInvalidCharacter(character, value, member, index: index)
      }
      // Of plain text only the size is judged, and the lexeme is never shorter than the text, unless it may be white
      // space, as "\n" is. The narrative judge reads XHTML.
      let isRead =
        (kind == .string || kind == .markdown) && cursor.tape.length(value) <= StringGrammar.limit
        && !cursor.tape.mayBeBlank(value) || kind == .xhtml
      let text =
        isRead ? TextBytes(bytes: cursor.tape.lexeme(value), count: cursor.tape.length(value)) : cursor.decode(value)
      checkText(text, value, member, index: index)
    default: reportNotPrimitive(value, member, index, owner)
    }
  }

  @inline(__always)
  private mutating func checkText(_ text: TextBytes, _ value: TapeIndex, _ member: MemberID, index: Int) {
    let p = text.bytes
    let count = text.count
    let fault: PrimitiveFault
    switch cursor.members[member].kind {
    case .string, .markdown: fault = StringGrammar.check(p, count)
    case .xhtml:
      if count > 0 { return checkNarrative(value, member) }
      fault = .empty
    case .code:
      fault = CodeGrammar.check(p, count)
      if fault.isNone, cursor.members[member].valueSet != 0 {
        terminology.checkCode(text, value, member, index: index, &cursor)
      }
    case .uri:
      // The address of an entry was judged at the start of the entry.
      if value == references.bundle.entry.fullURL { return }
      fault = URIGrammar.check(p, count)
      if fault.isNone, cursor.members[member].flags.contains(.absolute) {
        cursor.checkAbsolute(text, value, member, index: index)
      }
    case .reference: return cursor.rest(on: references.checkReference(text, value, member, &cursor))
    case .canonical:
      fault = CanonicalGrammar.check(p, count)
      if fault.isNone, p.pointee == UInt8(ascii: "#") {
        references.checkFragment(text, value, member, index: index, &cursor)
        cursor.rest(on: .surroundings)
      } else if fault.isNone, cursor.members[member].flags.contains(.absolute) {
        cursor.checkAbsolute(text, value, member, index: index)
      }
    case .signedDateTime: fault = DateTimeGrammar.check(p, count, .signedYear)
    case .signedLeapDateTime: fault = DateTimeGrammar.check(p, count, [.signedYear, .leapSecond])
    case .dateTime: fault = DateTimeGrammar.check(p, count, .leapSecond)
    case .id:
      fault = IDGrammar.check(p, count)
      if identifiers.noteElementID(value, member, &cursor) { cursor.rest(on: .surroundings) }
    case .signedDate: fault = DateGrammar.check(p, count, .signedYear)
    case .date: fault = DateGrammar.check(p, count, [])
    case .signedInstant: fault = InstantGrammar.check(p, count, .signedYear)
    case .instant: fault = InstantGrammar.check(p, count, .leapSecond)
    case .time: fault = TimeGrammar.check(p, count, [])
    case .leapTime: fault = TimeGrammar.check(p, count, .leapSecond)
    case .oid: fault = OIDGrammar.check(p, count)
    case .branchedOID: fault = OIDGrammar.checkBranched(p, count)
    case .uuid: fault = UUIDGrammar.check(p, count)
    case .base64Binary: fault = Base64Grammar.check(p, count)
    case .sampledData: fault = SampledDataGrammar.check(p, count)
    case .elementID:
      fault = StringGrammar.checkWithoutSpaces(p, count)
      if identifiers.noteElementName(value, member, &cursor) { cursor.rest(on: .surroundings) }
    case .complex, .resource, .resourceType, .comments, .boolean, .integer, .unsignedInt, .positiveInt, .decimal,
      .scientificDecimal:
      return cursor.reportWrongKind(value, member, index: index)
    }
    if !fault.isNone { cursor.reportValue(fault, value, member, index: index) }
  }

  @inline(__always) private mutating func checkNumber(_ value: TapeIndex, _ member: MemberID, index: Int) {
    let p = cursor.tape.lexeme(value)
    let count = cursor.tape.length(value)
    let fault =
      switch cursor.members[member].kind {
      case .decimal: DecimalGrammar.check(p, count)
      case .scientificDecimal: DecimalGrammar.checkScientific(p, count)
      case .integer: IntegerGrammar.check(p, count)
      case .unsignedInt: IntegerGrammar.checkUnsigned(p, count)
      default: IntegerGrammar.checkPositive(p, count)
      }
    if !fault.isNone { cursor.reportValue(fault, value, member, index: index) }
  }

  /// Judges a comment: any text with at least one character, because no JSON string in FHIR may be empty.
  @inline(never) mutating func checkComment(_ value: TapeIndex, _ member: MemberID, index: Int) {
    guard cursor.tape.tag(value) == .string || cursor.tape.tag(value) == .escapedString
    else { return cursor.reportWrongKind(value, member, index: index) }
    if cursor.tape.length(value) == 0 { cursor.reportValue(.empty, value, member, index: index) }
  }

  @inline(never)
  private mutating func reportNotPrimitive(_ value: TapeIndex, _ member: MemberID, _ index: Int, _ owner: TapeIndex) {
    // In an array, null keeps the place of a value whose `_` sibling has content.
    if cursor.tape.tag(value) == .null, index >= 0 { return structure.noteNullItem(of: owner) }
    cursor.reportOtherForm(value, member, index: index)
  }
}
