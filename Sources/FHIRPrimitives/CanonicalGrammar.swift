/// `canonical`: the URI of a resource, optionally with a version after a `|` and a fragment after either.
///
/// <https://hl7.org/fhir/R4/references.html#canonical>. The version is any text without white space; with a second `|`,
/// its start would be ambiguous.
@usableFromInline
package enum CanonicalGrammar {
  @inlinable package static func check(_ p: UnsafePointer<UInt8>, _ count: Int) -> PrimitiveFault {
    let fault = URIGrammar.check(p, count)
    return fault.isNone ? .none : versioned(p, count, whole: fault)
  }

  /// The fault of a value that as a whole is not a URI, unless it is a valid one with a version.
  @inlinable @inline(never)
  package static func versioned(_ p: UnsafePointer<UInt8>, _ count: Int, whole: PrimitiveFault) -> PrimitiveFault {
    var bar = 0
    while bar < count, p[bar] != UInt8(ascii: "|") { bar &+= 1 }
    guard bar > 0, bar < count else { return whole }
    let url = URIGrammar.check(p, bar)
    guard url.isNone else { return url }

    var end = bar &+ 1
    while end < count, p[end] != UInt8(ascii: "#") {
      if ASCII.isWhiteSpace(p[end]) { return .uriWhiteSpace }
      if ASCII.isControl(p[end]) { return .controlCharacter }
      if p[end] == UInt8(ascii: "|") { return .canonicalVersion }
      end &+= 1
    }
    guard end > bar &+ 1 else { return .canonicalVersion }
    guard end < count else { return .none }
    let hasFragment = UnsafeBufferPointer(start: p, count: bar).contains(UInt8(ascii: "#"))
    return hasFragment ? .uriFragment : URIGrammar.diagnose(p + end, count &- end)
  }
}
