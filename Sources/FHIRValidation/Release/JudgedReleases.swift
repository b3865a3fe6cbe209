import FHIRRecognition
import FHIRSchema

/// The releases that a validator tells apart, and those of them that it has definitions of.
///
/// Numbers are those of the recogniser, and behind them those of definitions that it does not know.
struct JudgedReleases: Sendable {
  let definitions: DefinitionSet
  /// What tells the releases apart; `nil` where it does not know all that there are definitions of: then all records are
  /// judged by the first of them.
  let recogniser: ReleaseRecogniser?
  /// All releases by number.
  private let releases: [FHIRRelease]
  /// What the recogniser knows, which it does not keep itself.
  private let distinctions: ReleaseDistinctions
  /// The place of each release among the definitions, -1 for none.
  private let places: [Int]
  /// The release of all records that come with none; `nil` where they are told apart.
  let insisted: RecognisedRelease?
  /// The release of a record that nothing tells of.
  let assumed: RecognisedRelease
  /// The profiles that records are judged by besides; `nil` for none.
  let profiles: ValidatorProfiles?

  init(
    _ definitions: DefinitionSet, _ distinctions: ReleaseDistinctions, insists: Bool, profiles: ValidatorProfiles? = nil
  ) {
    self.profiles = profiles
    self.definitions = definitions
    self.distinctions = distinctions
    let judged = definitions.releases
    let isKnown = judged.allSatisfy { distinctions.releases.contains($0) }
    var releases = distinctions.releases + judged.filter { !distinctions.releases.contains($0) }
    if !releases.contains(.unknown) { releases.append(.unknown) }
    self.releases = releases
    places = releases.map { judged.firstIndex(of: $0) ?? -1 }
    insisted =
      insists
      ? releases.firstIndex(of: judged[0]).map {
        RecognisedRelease(number: ReleaseNumber(rawValue: UInt8(truncatingIfNeeded: $0)), reason: .caller)
      } : nil
    // The first of all is assumed, unless nothing could be judged by it.
    let first = places.first == -1 || !isKnown ? releases.firstIndex(of: judged[0]) ?? 0 : 0
    assumed = RecognisedRelease(
      number: ReleaseNumber(rawValue: UInt8(truncatingIfNeeded: first)), reason: .assumed)
    recogniser = isKnown ? ReleaseRecogniser(distinctions, assumed: assumed) : nil
  }

  /// The release of a number.
  func release(_ number: ReleaseNumber) -> FHIRRelease { releases[Int(number.rawValue)] }

  /// The number of a release; of one that nothing is known of, that of ``FHIRSchema/FHIRRelease/unknown``.
  func number(of release: FHIRRelease) -> ReleaseNumber {
    let place = releases.firstIndex(of: release) ?? releases.firstIndex(of: .unknown) ?? 0
    return ReleaseNumber(rawValue: UInt8(truncatingIfNeeded: place))
  }

  /// The place of a release among the definitions, `nil` where its records cannot be judged.
  func place(of number: ReleaseNumber) -> Int? {
    let place = places[Int(number.rawValue)]
    return place >= 0 ? place : nil
  }

  /// The names of the releases that records are judged by, for messages: `DSTU2 or R4`.
  var names: String { definitions.releases.map { $0.name.uppercased() }.joined(separator: " or ") }
}
