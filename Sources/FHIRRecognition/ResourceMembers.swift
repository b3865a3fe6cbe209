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

  @inline(__always)
  package init() {}

  package init(_ tape: Tape, _ resource: TapeIndex) {
    let end = tape.next(resource)
    var key = resource.content
    while key < end {
      // The names that are searched for differ in length.
      switch tape.tag(key) == .key ? tape.length(key) : tape.string(key).utf8.count {
      case 2: if !id.exists, KeyWord.of(tape, key) == KeyWord.id { id = key.value }
      case 3: if !url.exists, tape.isKey(key, "url") { url = key.value }
      case 4: if !meta.exists, KeyWord.of(tape, key) == KeyWord.meta { meta = key.value }
      case 7: if !version.exists, tape.isKey(key, "version") { version = key.value }
      case 11: if !fhirVersion.exists, tape.isKey(key, "fhirVersion") { fhirVersion = key.value }
      case 12: if !type.exists, ResourceView.isTypeKey(key, of: tape) { type = key.value }
      default: break
      }
      key = tape.next(key.value)
    }
    if meta.exists { lookIntoMeta(tape) }
  }

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
