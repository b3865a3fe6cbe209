import FHIRTape

/// The members of a Bundle's entry, as tape indices; `.none` for absent ones.
struct EntryMembers {
  var fullURL = TapeIndex.none
  var resource = TapeIndex.none
  var search = TapeIndex.none
  var request = TapeIndex.none
  var response = TapeIndex.none
  var link = TapeIndex.none

  /// The members of a value that is not an object: none.
  init() {}

  init(_ tape: Tape, _ entry: TapeIndex) {
    for key in tape.keys(of: entry) {
      // The first of two equal keys counts, as in the walk.
      switch KeyWord.of(tape, key) {
      case KeyWord.fullURL where !fullURL.exists: fullURL = key.value
      case KeyWord.resource where !resource.exists: resource = key.value
      case KeyWord.search where !search.exists: search = key.value
      case KeyWord.request where !request.exists: request = key.value
      case KeyWord.response where !response.exists: response = key.value
      case KeyWord.link where !link.exists: link = key.value
      default: break
      }
    }
  }
}

/// An address that names a version: `[address]/_history/[version]`.
struct VersionedAddress {
  let addressLength: Int
  let version: UnsafeBufferPointer<UInt8>

  init?(_ text: TextBytes) {
    let mark: StaticString = "/_history/"
    let length = mark.utf8CodeUnitCount
    let i = Bytes.last(UInt8(ascii: "/"), of: text.bytes, before: text.count) + 1
    guard i >= length, Bytes.isEqual(text.bytes + (i - length), mark.utf8Start, length) else { return nil }
    addressLength = i - length
    version = UnsafeBufferPointer(start: text.bytes + i, count: text.count - i)
  }
}
