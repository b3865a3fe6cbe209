import FHIRSchema
package import FHIRTape

/// The members of a resource that state its type and identity, as tape indices; `.none` for absent ones.
package struct ResourceMembers {
  package var type = TapeIndex.none
  package var id = TapeIndex.none
  package var meta = TapeIndex.none
  package var versionID = TapeIndex.none
  /// The array of the profiles that it claims to meet.
  package var profiles = TapeIndex.none
  /// The version of FHIR that a definition is for.
  var fhirVersion = TapeIndex.none
  /// The canonical URL of a definition, and its own version.
  var (url, version) = (TapeIndex.none, TapeIndex.none)
  /// What the type, the names of the members and the forms of their values are, as a hash; 0 if names have escapes. The
  /// members tell the same of the release in all resources that have the same hash.
  private(set) var shape: UInt64 = 0

  @inline(__always)
  package init() {}

  package init(_ tape: Tape, _ resource: TapeIndex) {
    let end = tape.next(resource)
    var key = resource.content
    var (shape, hasEscapes) = (Self.seed, false)
    while key < end {
      let value = key.value
      if tape.tag(key) == .key {
        let (name, length) = (tape.lexeme(key), tape.length(key))
        Self.mix(&shape, name, length, Self.form(of: value, tape))
        if Self.wanted & Self.bit(name.pointee, length) != 0 { note(key, length, tape) }
      } else {
        hasEscapes = true
        note(key, tape.string(key).utf8.count, tape)
      }
      key = tape.next(value)
    }
    if meta.exists { lookIntoMeta(tape) }
    if type.exists, tape.tag(type) == .string, !hasEscapes {
      Self.mix(&shape, tape.lexeme(type), tape.length(type), 0)
      self.shape = shape
    }
  }

  /// Where the hash begins, so that nobody can prepare members that have the hash of others.
  private static let seed = UInt64.random(in: .min ... .max)

  /// The bits of the names that are searched for, which differ in length.
  private static var wanted: UInt64 {
    bit(UInt8(ascii: "i"), 2) | bit(UInt8(ascii: "u"), 3) | bit(UInt8(ascii: "m"), 4) | bit(UInt8(ascii: "v"), 7)
      | bit(UInt8(ascii: "f"), 11) | bit(UInt8(ascii: "r"), 12)
  }

  @inline(__always)
  private static func bit(_ first: UInt8, _ length: Int) -> UInt64 { JointType.bit(first, length) }

  @inline(never)
  private mutating func note(_ key: TapeIndex, _ length: Int, _ tape: Tape) {
    switch length {
    case 2: if !id.exists, KeyWord.of(tape, key) == KeyWord.id { id = key.value }
    case 3: if !url.exists, tape.isKey(key, "url") { url = key.value }
    case 4: if !meta.exists, KeyWord.of(tape, key) == KeyWord.meta { meta = key.value }
    case 7: if !version.exists, tape.isKey(key, "version") { version = key.value }
    case 11: if !fhirVersion.exists, tape.isKey(key, "fhirVersion") { fhirVersion = key.value }
    case 12: if !type.exists, ResourceView.isTypeKey(key, of: tape) { type = key.value }
    default: break
    }
  }

  /// The tag of a value, and that of the first item of an array.
  @inline(__always)
  private static func form(of value: TapeIndex, _ tape: Tape) -> UInt64 {
    tape.hasItems(value) ? UInt64(tape.tag(value.content).rawValue) | 16 : UInt64(tape.tag(value).rawValue)
  }

  @inline(__always)
  private static func mix(_ shape: inout UInt64, _ name: UnsafePointer<UInt8>, _ length: Int, _ form: UInt64) {
    // At least eight bytes can be read.
    let first = Bytes.load(name)
    if length > 8 {
      var place = 8
      while place < length &- 8 {
        fold(&shape, Bytes.load(name + place))
        place &+= 8
      }
      fold(&shape, first ^ Bytes.load(name + (length &- 8)) &* 0xD6E8_FEB8_6659_FD93)
    } else {
      fold(&shape, first & ~0 &>> UInt64(truncatingIfNeeded: (8 &- length) &* 8))
    }
    shape &+= UInt64(truncatingIfNeeded: length) &<< 8 | form
  }

  @inline(__always)
  private static func fold(_ shape: inout UInt64, _ word: UInt64) {
    let product = (shape ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    shape = product.high ^ product.low
  }

  /// Whether it may say of which release it is, by its version or its profiles.
  var hasClaims: Bool { profiles.exists || fhirVersion.exists || url.exists && version.exists }

  @inline(never)
  private mutating func lookIntoMeta(_ tape: Tape) {
    guard tape.tag(meta) == .object else { return }
    var claims = TapeIndex.none
    for key in tape.keys(of: meta) {
      if !versionID.exists, tape.isKey(key, "versionId") { versionID = key.value }
      if !claims.exists, tape.isKey(key, "profile") { claims = key.value }
    }
    if claims.exists, tape.tag(claims) == .array { profiles = claims }
  }
}
