package import FHIRSchema

/// The releases that a validator can judge by: at least one.
///
/// The definitions of a published release are decoded on first use.
package struct DefinitionSet: Sendable {
  private enum Member: Sendable {
    case published(FHIRRelease)
    case made(Definitions)

    var release: FHIRRelease {
      switch self {
      case .published(let release): release
      case .made(let definitions): definitions.release
      }
    }

    var definitions: Definitions? {
      switch self {
      case .published(let release): .of(release)
      case .made(let definitions): definitions
      }
    }
  }

  private let members: [Member]
  /// The extensions and profiles that the releases publish, which all validators of the set share.
  let published = ValidatorProfiles()

  /// All releases whose definitions are part of this package.
  package static let published = DefinitionSet(members: FHIRRelease.published.map(Member.published))

  /// The same, not shared, and judged with some shortcuts only.
  static func published(with shortcuts: Shortcuts) -> DefinitionSet {
    DefinitionSet(
      members: FHIRRelease.published.compactMap { Definitions.made(of: $0, with: shortcuts).map(Member.made) })
  }

  /// Makes a set of one or more definitions.
  package init(_ first: Definitions, _ others: Definitions...) {
    members = ([first] + others).map(Member.made)
  }

  private init(members: [Member]) { self.members = members }

  /// The releases, in their order.
  package var releases: [FHIRRelease] { members.map(\.release) }

  /// The place of the first release.
  var startIndex: Int { members.startIndex }

  /// The definitions of a release, `nil` where it is not one of the set.
  package subscript(release: FHIRRelease) -> Definitions? {
    members.first { $0.release == release }?.definitions
  }

  /// Whether the definitions of the release at a place are decoded already.
  func areDecoded(at place: Int) -> Bool {
    switch members[place] {
    case .published(let release): Definitions.areDecoded(release)
    case .made: true
    }
  }

  /// The definitions of the release at a place. The release must have definitions.
  package subscript(place: Int) -> Definitions {
    guard let found = members[place].definitions else {
      // A published release has definitions.
      preconditionFailure("no definitions of \(members[place].release)")
    }
    return found
  }
}
