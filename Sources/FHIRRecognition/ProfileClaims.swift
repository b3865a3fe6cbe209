import FHIRSchema
import FHIRTape

/// The releases that the profiles of a record belong to.
struct ProfileClaims {
  private(set) var releases: ReleaseSet = []
  private let distinctions: ReleaseDistinctions
  /// The tape index of the array, -1 for none.
  private var profiles = -1
  /// The largest number of profiles to look at.
  private static let most = 20

  /// - Parameter index: the tape index of the resource.
  init(_ distinctions: ReleaseDistinctions, _ tape: Tape, _ index: Int) {
    self.init(distinctions, tape, meta: tape.member("meta", of: index) ?? -1)
  }

  /// - Parameter meta: the tape index of the record's `meta`, -1 for none.
  private init(_ distinctions: ReleaseDistinctions, _ tape: Tape, meta: Int) {
    self.distinctions = distinctions
    guard let array = Self.profiles(in: meta, tape) else { return }
    profiles = array
    forEach(tape) { releases.insert(ReleaseSet($1)) }
  }

  /// The release that the profiles in `meta` belong to; `nil` if there are no profiles, or they belong to several
  /// releases.
  ///
  /// - Parameter meta: the tape index of the record's `meta`, -1 for none.
  @inline(__always)
  static func release(_ recogniser: ReleaseRecogniser, _ tape: Tape, meta: Int) -> ReleaseNumber? {
    // Most records claim no profile, so the facts about the releases need not be retained for them.
    profiles(in: meta, tape) == nil ? nil : ProfileClaims(recogniser.known, tape, meta: meta).release
  }

  @inline(__always)
  private static func profiles(in meta: Int, _ tape: Tape) -> Int? {
    guard meta >= 0, let array = tape.member("profile", of: meta), tape.tag(array) == .array else { return nil }
    return array
  }

  /// The release of the profiles, `nil` if there are several or none.
  private var release: ReleaseNumber? {
    releases.rawValue.nonzeroBitCount == 1 ? releases.first : nil
  }

  /// The first profile of a release.
  func text(of release: ReleaseNumber, _ tape: Tape) -> String? {
    var text: String?
    forEach(tape) { if $1 == release, text == nil { text = tape.string($0) } }
    return text
  }

  private func forEach(_ tape: Tape, _ body: (Int, ReleaseNumber) -> Void) {
    var item = profiles + 2
    guard profiles >= 0 else { return }
    for _ in 0..<Self.most where item < tape.next(profiles) {
      if let release = release(of: item, tape) { body(item, release) }
      item = tape.next(item)
    }
  }

  private func release(of item: Int, _ tape: Tape) -> ReleaseNumber? {
    switch tape.tag(item) {
    case .string:
      return release(of: UnsafeBufferPointer(start: tape.lexeme(item), count: tape.length(item)))
    case .escapedString:
      return Array(tape.string(item).utf8).withUnsafeBufferPointer { release(of: $0) }
    default:
      return nil
    }
  }

  private func release(of url: UnsafeBufferPointer<UInt8>) -> ReleaseNumber? {
    guard let colon = url.prefix(10).firstIndex(of: UInt8(ascii: ":")) else { return nil }
    return distinctions.profiles.first { url[colon...].starts(with: $0.text) }?.release
  }
}
