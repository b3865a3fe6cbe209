import FHIRSupport
import FHIRTape

/// The keys of issuers, and their lists of revoked cards, as the caller gives them; nothing is fetched. A file is one
/// of these, told by its content:
///
/// - a JSON Web Key Set, `{"keys": [...]}`. Its issuer is its member `issuer`; else `https://` and the path of its folder
///   below the folder that the caller names, up to `.well-known`; else, in that folder itself, no issuer, and its keys
///   count for all.
/// - a list of trusted issuers, `{"issuerInfo": [{"issuer": {"iss": "https://..."}, "keys": [...], "crls": [...]}]}`,
///   where `crls` is optional.
/// - a list of revoked cards, `{"kid": ..., "method": "rid", "ctr": 1, "rids": [...]}`. Of another method, it counts as
///   not given. Its issuer is told as that of a key set; in a folder that is no issuer's, it is that of all.
///
/// Specification: <https://spec.smarthealth.cards/#determining-keys-associated-with-an-issuer>
package struct CardKeys: Sendable {
  struct Entry: Sendable {
    /// `nil` if it counts for all.
    let issuer: String?
    /// `nil` if it has a fault.
    let key: SignatureKey?
    /// What is expected of it and what was found.
    let fault: String?
    /// Whether the file has the secret, so that anybody can sign.
    let isPublished: Bool
    /// How often its list of revoked cards was changed; `nil` if it has none.
    let listVersion: Int?
    func isOf(_ other: String?) -> Bool { issuer == nil || issuer?.byBytes == other?.byBytes }
  }

  private struct Revocations {
    /// How often it was changed, and whether all of it could be read.
    let issuer: ByteText?, version: Int, isWhole: Bool
    /// By identifier, the time in seconds since 1970 before which cards are revoked.
    var cards: [ByteText: Double] = [:]
  }

  private var entries: [ByteText: [Entry]] = [:]
  private var issuers: Set<ByteText> = []
  private var revocations: [ByteText: [Revocations]] = [:]

  package init() {}

  package var isEmpty: Bool { entries.isEmpty && revocations.isEmpty }

  subscript(kid: String) -> [Entry] { entries[kid.byBytes] ?? [] }

  /// The first key of a name that has no fault.
  func key(_ kid: String) -> SignatureKey? { self[kid].lazy.compactMap(\.key).first }

  func knows(_ issuer: String) -> Bool { issuers.contains(issuer.byBytes) }

  /// The lists of a key of an issuer: the newest that can be read, whose version is returned, and those that may be newer.
  private func lists(of kid: String, _ issuer: String?) -> (version: Int?, lists: [Revocations]) {
    let own = (revocations[kid.byBytes] ?? []).filter { list in
      list.issuer.map { $0 == issuer?.byBytes || !issuers.contains($0) } ?? true
    }
    let version = own.filter(\.isWhole).map(\.version).max()
    return (version, own.filter { $0.version >= version ?? .min })
  }

  func hasRevoked(_ kid: String, of issuer: String?, _ rid: String, notBefore: Double) -> Bool {
    lists(of: kid, issuer).lists.contains { $0.cards[rid.byBytes].map { notBefore < $0 } ?? false }
  }

  /// Whether a key of an issuer has a list of revoked cards that was not given, or was given in an older version.
  func lacksRevocations(of kid: String, _ issuer: String?) -> Bool {
    let given = lists(of: kid, issuer).version
    return self[kid].contains { key in key.isOf(issuer) && key.listVersion.map { $0 > given ?? .min } ?? false }
  }

  /// Adds a file in a folder below the one that the caller names; returns why nothing of it can be used, or `nil`.
  package mutating func add(_ bytes: [UInt8], folder: [String]) -> String? {
    do { return try TapedJSON.read(bytes) { add($0, folder: folder) } } catch { return error.message }
  }

  private mutating func add(_ tape: Tape, folder: [String]) -> String? {
    // Programs differ in which of several members they read, so none is.
    if let key = tape.duplicateKeys(in: .root).first {
      return "expected each member once, found \(tape.excerpt(key)) again"
    }
    let names = folder.prefix { $0.byBytes != ".well-known" }
    let place = names.isEmpty ? nil : "https://" + names.joined(separator: "/")
    if let list = tape.member("keys", of: .root), tape.tag(list) == .array {
      if let issuer = tape.member("issuer", of: .root), !tape.isString(issuer) {
        return "expected an issuer as a text, found \(tape.description(of: issuer))"
      }
      add(keys: list, of: tape.text("issuer", of: .root) ?? place, tape)
      return nil
    }
    if let list = tape.member("issuerInfo", of: .root), tape.tag(list) == .array {
      for item in tape.items(of: list) {
        guard let issuer = tape.member("issuer", of: item).flatMap({ tape.text("iss", of: $0) }),
          let keys = tape.member("keys", of: item)
        else { continue }
        add(keys: keys, of: issuer, tape)
        for list in tape.member("crls", of: item).map({ Array(tape.items(of: $0)) }) ?? [] {
          _ = add(revocations: list, of: issuer, tape)
        }
      }
      return nil
    }
    return add(revocations: .root, of: place, tape)
      ? nil : "expected keys, trusted issuers or a list of revoked cards, found none of these"
  }

  /// Adds a list of revoked cards; returns whether it is one.
  private mutating func add(revocations crl: TapeIndex, of issuer: String?, _ tape: Tape) -> Bool {
    guard tape.tag(crl) == .object, let kid = tape.text("kid", of: crl), let list = tape.member("rids", of: crl),
      tape.tag(list) == .array, let method = tape.text("method", of: crl)
    else { return false }
    guard method.byBytes == "rid" else { return true }
    let version = tape.member("ctr", of: crl).flatMap { tape.number($0) }.flatMap { Int(exactly: $0) }
    let isWhole = version != nil && tape.items(of: list).allSatisfy { tape.isString($0) }
    var added = Revocations(issuer: issuer?.byBytes, version: version ?? .max, isWhole: isWhole)
    for item in tape.items(of: list) where tape.isString(item) {
      let parts = tape.string(item).split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      let isTime = parts.count == 2 && parts[1].utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") }
      let time = isTime ? Double(parts[1]) ?? .infinity : .infinity
      let rid = String(parts[0]).byBytes
      added.cards[rid] = max(added.cards[rid] ?? 0, time)
    }
    revocations[kid.byBytes, default: []].append(added)
    return true
  }

  private mutating func add(keys list: TapeIndex, of issuer: String?, _ tape: Tape) {
    if let issuer { issuers.insert(issuer.byBytes) }
    for item in tape.items(of: list) {
      // A key for another purpose has no name that a card could have.
      guard let kid = tape.text("kid", of: item) else { continue }
      let (key, fault) = CardKeys.key(item, kid, tape)
      // A version that cannot be read is of a list that was not given.
      let version = tape.member("crlVersion", of: item).map { tape.number($0).flatMap { Int(exactly: $0) } ?? .max }
      let isPublished = tape.member("d", of: item) != nil
      entries[kid.byBytes, default: []].append(
        Entry(issuer: issuer, key: key, fault: fault, isPublished: isPublished, listVersion: version))
    }
  }

  private static func key(_ item: TapeIndex, _ kid: String, _ tape: Tape) -> (SignatureKey?, fault: String?) {
    let members: [(StaticString, String)] = [("kty", "EC"), ("crv", "P-256"), ("use", "sig"), ("alg", "ES256")]
    for (name, value) in members {
      let found = tape.text(name, of: item)
      guard found?.byBytes != value.byBytes else { continue }
      return (nil, "a key with \(name) '\(value)', found \(found.map { "'\($0)'" } ?? "none")")
    }
    if tape.member("d", of: item) != nil { return (nil, "a public key, found d, which is the secret") }
    guard let x = tape.text("x", of: item), let y = tape.text("y", of: item),
      let key = SignatureKey(x: Base64URL.bytes(of: x.utf8) ?? [], y: Base64URL.bytes(of: y.utf8) ?? [])
    else { return (nil, "a key with x and y of a point of the curve, found others") }
    // RFC 7638: the members that a key of this kind must have, in the order of their names.
    let thumbprint = SHA256.digest(of: #"{"crv":"P-256","kty":"EC","x":"\#(x)","y":"\#(y)"}"#.utf8)
    let name = Base64URL.text(of: thumbprint)
    if name.byBytes == kid.byBytes { return (key, nil) }
    return (nil, "a key with its thumbprint '\(name)' as kid, found '\(kid)'")
  }
}
