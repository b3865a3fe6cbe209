import FHIRSchema
import FHIRTape
import FHIRFindings

/// The releases that a validator tells apart, and those among them that it has definitions of. A class, because each
/// run refers to it. Numbers are those of the recogniser, and one more for any other release.
final class JudgedReleases: Sendable {
  let definitions: DefinitionSet
  let recogniser: ReleaseRecogniser
  let bundles: BundleTypes
  private let releases: [FHIRRelease]
  /// The number of ``FHIRSchema/FHIRRelease/unknown``.
  private let unknown: ReleaseNumber
  /// Keeps alive the names that the recogniser uses without retaining them.
  private let tellingNames: ReleaseNames
  /// The place of each release among the definitions, -1 for none.
  private let places: [Int]
  /// The release of all records whose input does not state one; `nil` if each record is recognised.
  let insisted: RecognisedRelease?
  /// The profiles that records are also judged by, and the value sets that questions may name.
  let profiles: ValidatorProfiles

  init(_ definitions: DefinitionSet, _ names: ReleaseNames, insists: Bool, profiles given: ValidatorProfiles? = nil) {
    let profiles = given ?? definitions.published
    self.profiles = profiles
    self.definitions = definitions
    tellingNames = names
    bundles = names === ReleaseNames.published ? .published : BundleTypes(names.bundleTypes)
    let judged = definitions.releases
    let strangers = judged.filter { names.number(of: $0) == nil }
    let releases = names.releases + strangers + [.unknown]
    self.releases = releases
    unknown = ReleaseNumber(releases.count - 1)
    places = releases.map { judged.firstIndex(of: $0) ?? -1 }
    insisted =
      insists || !strangers.isEmpty
      ? releases.firstIndex(of: judged[0]).map { RecognisedRelease(number: ReleaseNumber($0), reason: .caller) } : nil
    recogniser = ReleaseRecogniser(
      names, bundles, judged: ReleaseSet(judged.compactMap { names.number(of: $0) }.map { ReleaseSet($0) }),
      // What the caller chose to judge by tells the release of a record that shows none.
      chosen: profiles.release.flatMap { judged.contains($0) ? names.number(of: $0) : nil })
  }

  var assumed: RecognisedRelease { recogniser.assumed }

  func release(_ number: ReleaseNumber) -> FHIRRelease { releases[Int(number.rawValue)] }

  /// The number of a release; for an unregistered one, the number of ``FHIRSchema/FHIRRelease/unknown``.
  func number(of release: FHIRRelease) -> ReleaseNumber {
    releases.firstIndex(of: release).map { ReleaseNumber($0) } ?? unknown
  }

  /// The place of a release among the definitions, `nil` if its records cannot be judged.
  func place(of number: ReleaseNumber) -> Int? {
    let place = places[Int(number.rawValue)]
    return place >= 0 ? place : nil
  }

  /// The names of the releases that records are judged by, for messages: `DSTU2, STU3 or R4`.
  var names: String { definitions.releases.map { $0.name.uppercased() }.listed }
}
