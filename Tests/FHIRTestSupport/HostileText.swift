/// Text that takes seconds to normalise, once: a test hangs wherever it is compared, ordered or hashed as a `String`.
package enum HostileText {
  /// 64 KiB of marks in pairs that canonical order reverses.
  package static let marks = String(repeating: "\u{301}\u{316}", count: 16 << 10)

  /// A JSON text with each of its strings in turn replaced, including keys.
  package static func variants(of json: [UInt8], _ body: ([UInt8]) -> Void) {
    let marks = Array(marks.utf8)
    var start: Int?
    var index = 0
    while index < json.count {
      switch json[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "\""):
        if let open = start {
          body(Array(json[..<open]) + marks + json[index...])
          start = nil
        } else {
          start = index + 1
        }
      default: break
      }
      index += 1
    }
  }
}
