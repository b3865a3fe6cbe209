package import FHIRSchema
package import FHIRTape
import FHIRPrimitives
package import FHIRSupport

/// The fingerprints for the comparison of a record with all others: `RowPlace` describes their meaning.
package struct IdentityFingerprints {
  /// Source, type and case-folded id.
  package let folded: Fingerprint
  package let id: UInt64
  /// `meta.versionId` and `meta.lastUpdated`, or else those of the response in its entry; 0 if there are none.
  package let version: UInt64
  package let content: Fingerprint
  /// Whether the record has a known source or a version.
  package let isAttributed: Bool

  /// Whether a record is compared, and why not; the raw value is a permanent name for reports.
  package enum Standing: String {
    case compared
    case missingID = "missing-id"
    /// It contains records and is not a record.
    case carrier
    /// Its entry asks a server to create it; the server will assign the id.
    case toBeCreated = "to-be-created"
    /// It is marked as a part of a record.
    case subset
  }

  /// - Parameters: as in ``RecordIndex/insert(_:resource:entry:file:offset:source:release:)``.
  package static func of(
    _ tape: Tape, resource: TapeIndex, entry: TapeIndex, source: String?, release: FHIRRelease, key: FingerprintKey
  ) -> (standing: Standing, fingerprints: IdentityFingerprints?) {
    let parts = IdentityParts(tape, resource: resource, entry: entry)
    let standing = parts.standing
    guard standing == .compared else { return (standing, nil) }
    return (standing, IdentityFingerprints(parts, given: source, hasMetaSource: release.hasMetaSource, key: key))
  }

  init(_ parts: IdentityParts, given: String?, hasMetaSource: Bool, key: FingerprintKey) {
    let (tape, keyed) = (parts.tape, key.keyed)
    var hasSource = false
    var folded = parts.withSource(given: given, hasMetaSource: hasMetaSource) { source in
      hasSource = !source.isEmpty
      return keyed.hash(source)
    }
    if parts.type.exists { folded = keyed.hash(tape, parts.type, folded) }
    id = keyed.hash(tape, parts.id, .zero).low
    folded = keyed.hashWithoutCase(parts, under: folded)
    var version = Fingerprint.zero
    for (kind, index) in [parts.versionId, parts.lastUpdated, parts.etag, parts.lastModified].enumerated()
    where index.exists {
      version = keyed.hash(tape, index, keyed.combine(version, UInt64(kind) + 1, seed: .zero))
    }
    var digest = ContentDigest(tape, key: key)
    content = digest.digest(ofRecord: parts.resource, metaKey: parts.metaKey)
    // In a history, other content is another version.
    self.version = parts.isUnnamedVersion ? content.low : version.low
    // One of the 2^128 identities is reserved for "none"; a record with that value gets another.
    if folded.low == RecordIndex.noIdentity, folded.high == RecordIndex.noIdentity { folded.low -= 1 }
    self.folded = folded
    isAttributed = hasSource || parts.hasVersion
  }
}

extension IdentityParts {
  /// How the record takes part in comparing.
  var standing: IdentityFingerprints.Standing {
    if isCarrier { return .carrier }
    if id.exists { return isSubset ? .subset : .compared }
    return isToBeCreated ? .toBeCreated : .missingID
  }
}

extension KeyedHash {
  fileprivate func hashWithoutCase(_ parts: IdentityParts, under seed: Fingerprint) -> Fingerprint {
    let tape = parts.tape
    if tape.tag(parts.id) != .string { return hash(parts.text(parts.id).map { ASCII.lowercase($0) }, seed: seed) }
    let (lexeme, count) = (tape.lexeme(parts.id), tape.length(parts.id))
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { lower in
      for place in 0..<count { lower.initializeElement(at: place, to: ASCII.lowercase(lexeme[place])) }
      return hash(UnsafeBufferPointer(lower), seed: seed)
    }
  }

  fileprivate func hash(_ tape: Tape, _ index: TapeIndex, _ seed: Fingerprint) -> Fingerprint {
    if tape.tag(index) == .string, tape.length(index) > 0 {
      return hash(tape.lexeme(index), tape.length(index), seed: seed)
    }
    return hash(tape.textBytes(index), seed: seed)
  }
}

/// The secret of the fingerprints.
///
/// Fingerprints alone decide what is the same: no record is read a second time. So two contents must not have the same
/// fingerprint, neither by chance nor by an attacker's intent.
///
/// - By chance: a fingerprint has 128 bits. Two given contents collide with a probability of about 2^-128, and the
///   probability that any two of `n` records collide is about `n`² / 2^129: one in 10^19 for ten thousand million
///   records. The id as written and the version take 64 bits each; they are compared only within one identity of 128
///   bits.
/// - By intent: the secret is four random words, drawn for each index, and no report shows a fingerprint. Records are
///   written before the secret is drawn, so an attacker cannot prepare colliding records.
///
/// Shards that are to be merged share one secret: see ``RecordIndex/init(key:budget:)``.
///
/// The bounds above assume that the lanes of ``KeyedHash`` are random functions of the secret, which is not proven.
public struct FingerprintKey: Hashable, Sendable {
  /// The four words of the secret.
  public var words: [UInt64] { [keyed.a, keyed.b, keyed.c, keyed.d] }
  let keyed: KeyedHash

  /// Draws a secret.
  public init() { keyed = KeyedHash() }

  /// Makes a secret that shards agreed on, of four words; missing words are derived from the given ones.
  public init(_ words: [UInt64]) {
    var four = Array(words.prefix(4))
    while four.count < 4 { four.append((four.last ?? 0) &* 0x9E37_79B9_7F4A_7C15 &+ 0xD1B5_4A32_D192_ED03) }
    keyed = KeyedHash(four[0], four[1], four[2], four[3])
  }
}
