/// The service base in the address of a resource: the part before `/[type]/[id]`.
enum ServiceBase {
  /// How many bytes of an absolute http or https address are its service base; 0 if it has none.
  static func length(of url: UnsafeBufferPointer<UInt8>, type: UnsafeBufferPointer<UInt8>) -> Int {
    let scheme = schemeLength(url)
    guard scheme > 0 else { return 0 }
    var slash = lastSlash(url, before: url.count)
    guard slash > scheme else { return 0 }
    // `[type]/[id]/_history/[version]`
    let beforeLast = lastSlash(url, before: slash)
    if beforeLast > scheme, isEqual(url[(beforeLast + 1)..<slash], "_history") {
      slash = lastSlash(url, before: beforeLast)
      guard slash > scheme else { return 0 }
    }
    guard slash + 1 < url.count else { return 0 }
    let typeStart = lastSlash(url, before: slash)
    guard typeStart > scheme, !type.isEmpty, url[(typeStart + 1)..<slash].elementsEqual(type) else { return 0 }
    return typeStart
  }

  /// The bytes of `http://` or `https://`, in any case; 0 for anything else.
  private static func schemeLength(_ url: UnsafeBufferPointer<UInt8>) -> Int {
    guard let first = url.first, ASCIICase.folded(first) == UInt8(ascii: "h") else { return 0 }
    for scheme in ["http://", "https://"] as [StaticString] where url.count > scheme.utf8CodeUnitCount {
      let count = scheme.utf8CodeUnitCount
      if (0..<count).allSatisfy({ ASCIICase.folded(url[$0]) == scheme.utf8Start[$0] }) { return count }
    }
    return 0
  }

  private static func lastSlash(_ url: UnsafeBufferPointer<UInt8>, before end: Int) -> Int {
    var i = end - 1
    while i >= 0, url[i] != UInt8(ascii: "/") { i -= 1 }
    return i
  }

  private static func isEqual(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, _ text: StaticString) -> Bool {
    bytes.elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}

/// Folds the case of ASCII letters, the only letters in the grammar of ids.
enum ASCIICase {
  static func folded(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }

  /// Folds eight bytes at a time.
  static func folded(_ word: UInt64) -> UInt64 {
    let low = word & 0x7F7F_7F7F_7F7F_7F7F
    // The top bit of each byte that is at least `A`, and of each that is greater than `Z`.
    let fromA = low &+ 0x3F3F_3F3F_3F3F_3F3F
    let beyondZ = low &+ 0x2525_2525_2525_2525
    return word | (fromA & ~beyondZ & ~word & 0x8080_8080_8080_8080) >> 2
  }
}
