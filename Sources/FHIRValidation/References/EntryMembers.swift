import FHIRView
import FHIRTape

/// The members of a Bundle's entry, as tape indices; -1 for absent ones.
struct EntryMembers {
  var fullURL = -1
  var resource = -1
  var search = -1
  var request = -1
  var response = -1
  var link = -1

  /// The members of a value that is not an object: none.
  init() {}

  init(_ tape: Tape, _ entry: Int) {
    let end = tape.next(entry)
    var key = entry + 2
    while key < end {
      // The first of two equal keys counts, as in the walk.
      switch KeyWord.of(tape, key) {
      case KeyWord.fullURL where fullURL < 0: fullURL = key + 1
      case KeyWord.resource where resource < 0: resource = key + 1
      case KeyWord.search where search < 0: search = key + 1
      case KeyWord.request where request < 0: request = key + 1
      case KeyWord.response where response < 0: response = key + 1
      case KeyWord.link where link < 0: link = key + 1
      default: break
      }
      key = tape.next(key + 1)
    }
  }
}

/// The keys of at most eight bytes that the code for Bundles needs, as words: one comparison identifies a key.
enum KeyWord {
  static let fullURL: UInt64 = 0x006C_7255_6C6C_7566
  static let resource: UInt64 = 0x6563_7275_6F73_6572
  static let search: UInt64 = 0x0000_6863_7261_6573
  static let request: UInt64 = 0x0074_7365_7571_6572
  static let response: UInt64 = 0x6573_6E6F_7073_6572
  static let link: UInt64 = 0x0000_0000_6B6E_696C
  static let id: UInt64 = 0x0000_0000_0000_6469
  static let meta: UInt64 = 0x0000_0000_6174_656D

  /// The word of a key; 0 for a key of more than eight bytes.
  @inline(__always)
  static func of(_ tape: Tape, _ key: Int) -> UInt64 {
    if tape.tag(key) == .escapedKey { return of(escaped: tape.string(key)) }
    let length = tape.length(key)
    if length > 8 { return 0 }
    // Reading eight bytes is always safe: the tape's bytes are padded.
    return Bytes.load(tape.lexeme(key)) & (~0 &>> UInt64(truncatingIfNeeded: (8 &- length) &* 8))
  }

  @inline(never)
  private static func of(escaped name: String) -> UInt64 {
    guard name.utf8.count <= 8, !name.utf8.contains(0) else { return 0 }
    return name.utf8.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
