import FHIRTape

/// The offsets of the type and the id in an address that ends in `[type]/[id]`.
struct AddressTail {
  let typeStart: Int
  let idStart: Int

  init(_ text: TextBytes) {
    var i = text.count
    while i > 0, text.bytes[i - 1] != UInt8(ascii: "/") { i -= 1 }
    idStart = i
    i -= 1
    while i > 0, text.bytes[i - 1] != UInt8(ascii: "/") { i -= 1 }
    typeStart = max(i, 0)
  }
}

/// An address that names a version: `[address]/_history/[version]`.
struct VersionedAddress {
  let addressLength: Int
  let version: UnsafeBufferPointer<UInt8>

  init?(_ text: TextBytes) {
    let mark: StaticString = "/_history/"
    let length = mark.utf8CodeUnitCount
    var i = text.count
    while i > 0, text.bytes[i - 1] != UInt8(ascii: "/") { i -= 1 }
    guard i >= length, Bytes.isEqual(text.bytes + (i - length), mark.utf8Start, length) else { return nil }
    addressLength = i - length
    version = UnsafeBufferPointer(start: text.bytes + i, count: text.count - i)
  }
}
