import FHIRSchema
import FHIRSupport
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
  /// What the type, the names of the members and the forms of their values are, as a hash; 0 if names have escapes, or if
  /// nobody asks for it. The members tell the same of the release in all resources that have the same hash.
  private(set) var shape: UInt64 = 0

  @inline(__always) package init() {}

  package init(_ tape: Tape, _ resource: TapeIndex, findsShape: Bool = false) {
    let end = tape.next(resource)
    var key = resource.content
    // Its key keeps a file from preparing members that have the hash of others.
    let hash = KeyedHash.process
    var (shape, findsShape) = (hash.a, findsShape)
    while key < end {
      let value = key.value
      if tape.tag(key) == .key {
        let (name, length) = (tape.lexeme(key), tape.length(key))
        if findsShape { Self.mix(&shape, name, length, Self.form(of: value, tape), hash) }
        if Self.wanted & JointType.bit(name.pointee, length) != 0 { note(key, length, tape) }
      } else {
        findsShape = false
        note(key, tape.string(key).utf8.count, tape)
      }
      key = tape.next(value)
    }
    if meta.exists { lookIntoMeta(tape) }
    if findsShape, type.exists, tape.tag(type) == .string {
      Self.mix(&shape, tape.lexeme(type), tape.length(type), 0, hash)
      self.shape = shape
    }
  }

  /// The bits of the names that are searched for, which differ in length.
  private static var wanted: UInt64 {
    JointType.bit(UInt8(ascii: "i"), 2) | JointType.bit(UInt8(ascii: "u"), 3) | JointType.bit(UInt8(ascii: "m"), 4)
      | JointType.bit(UInt8(ascii: "v"), 7) | JointType.bit(UInt8(ascii: "f"), 11)
      | JointType.bit(UInt8(ascii: "r"), 12)
  }

  @inline(never) private mutating func note(_ key: TapeIndex, _ length: Int, _ tape: Tape) {
    switch length {
    case 2: if !id.exists, KeyWord.of(tape, key) == KeyWord.id { id = key.value }
    case 3: if !url.exists, tape.isKey(key, "url") { url = key.value }
    case 4: if !meta.exists, KeyWord.of(tape, key) == KeyWord.meta { meta = key.value }
    case 7: if !version.exists, tape.isKey(key, "version") { version = key.value }
    case 11: if !fhirVersion.exists, tape.isKey(key, "fhirVersion") { fhirVersion = key.value }
    case 12: if !type.exists, tape.isKey(key, "resourceType") { type = key.value }
    default: break
    }
  }

  /// The tag of a value, and that of the first item of an array.
  @inline(__always) private static func form(of value: TapeIndex, _ tape: Tape) -> UInt64 {
    tape.hasItems(value) ? UInt64(tape.tag(value.content).rawValue) | 16 : UInt64(tape.tag(value).rawValue)
  }

  /// Adds a name and a form. Sixty-four bits are enough for a memory of a few records, and one multiplication for most
  /// names: with ``KeyedHash/hash(_:_:seed:)`` for each, 120 Bundles of made-up patients took 1.5 % more instructions.
  @inline(__always) private static func mix(
    _ shape: inout UInt64, _ name: UnsafePointer<UInt8>, _ length: Int, _ form: UInt64, _ hash: KeyedHash
  ) {
    // At least eight bytes can be read.
    var (first, last) = (Bytes.load(name), UInt64(0))
    if length > 8 {
      last = Bytes.load(name + (length &- 8))
      var place = 8
      while place < length &- 8 {
        shape = KeyedHash.fold(Bytes.load(name + place) ^ hash.d, shape ^ hash.b)
        place &+= 8
      }
    } else {
      first &= ~0 &>> UInt64(truncatingIfNeeded: (8 &- length) &* 8)
    }
    shape = KeyedHash.fold(first ^ hash.c, last ^ shape) &+ (UInt64(truncatingIfNeeded: length) &<< 8 | form)
  }

  /// Whether it may say of which release it is, by its version or its profiles.
  var hasClaims: Bool { profiles.exists || fhirVersion.exists || url.exists && version.exists }

  @inline(never) private mutating func lookIntoMeta(_ tape: Tape) {
    guard tape.tag(meta) == .object else { return }
    var claims = TapeIndex.none
    for key in tape.keys(of: meta) {
      if !versionID.exists, tape.isKey(key, "versionId") { versionID = key.value }
      if !claims.exists, tape.isKey(key, "profile") { claims = key.value }
    }
    if claims.exists, tape.tag(claims) == .array { profiles = claims }
  }
}
