/// Comments, CDATA sections and declarations.
extension NarrativeScanner {
  @inline(never)
  mutating func readDeclaration(
    _ p: UnsafePointer<UInt8>, _ after: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    if let body = NarrativeText.skip("!--", at: after) {
      if depth == 0 { add(.notADiv, from: p, to: body) }
      return readComment(p, body)
    }
    if depth > 0, let body = NarrativeText.skip("![CDATA[", at: after) { return readSection(p, body) }
    var end = after
    var unit = JSONTextUnit(at: end)
    // A document type contains declarations between brackets.
    var isInBrackets = false
    while unit.value != JSONTextUnit.end, isInBrackets || unit.value != UInt8(ascii: ">") {
      if unit.value == UInt8(ascii: "[") { isInBrackets = true }
      if unit.value == UInt8(ascii: "]") { isInBrackets = false }
      end += unit.width
      unit = JSONTextUnit(at: end)
    }
    add(.declaration, from: p, to: end + unit.width)
    if unit.value == JSONTextUnit.end { isBroken = true }
    return end + unit.width
  }

  mutating func readComment(
    _ p: UnsafePointer<UInt8>, _ body: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    var end = body
    while true {
      let unit = JSONTextUnit(at: end)
      switch unit.value {
      case JSONTextUnit.end, JSONTextUnit.illegal:
        fail(unit.value == JSONTextUnit.end ? .malformedComment : .illegalCharacter, from: p, to: body)
        return p
      case UInt8(ascii: "-"):
        if let close = NarrativeText.skip("-->", at: end) { return close }
        if let close = NarrativeText.skip("--", at: end) {
          fail(.malformedComment, from: end, to: close)
          return p
        }
      default: break
      }
      end += unit.width
    }
  }

  mutating func readSection(
    _ p: UnsafePointer<UInt8>, _ body: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    var end = body
    while true {
      let unit = JSONTextUnit(at: end)
      switch unit.value {
      case JSONTextUnit.end, JSONTextUnit.illegal:
        fail(unit.value == JSONTextUnit.end ? .unclosedSection : .illegalCharacter, from: p, to: body)
        return p
      case UInt8(ascii: "]"):
        if let close = NarrativeText.skip("]]>", at: end) { return close }
        hasContent = true
      default: if !unit.isWhitespace { hasContent = true }
      }
      end += unit.width
    }
  }
}
