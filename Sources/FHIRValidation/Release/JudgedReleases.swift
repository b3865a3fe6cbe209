import FHIRProfiles
import FHIRRecognition
import FHIRSchema
import FHIRTape
import FHIRView
import Synchronization

/// The releases that a validator distinguishes, and those among them that it has definitions of.
///
/// A class, because each run refers to it. Numbers are those of the recogniser, followed by those of definitions that the
/// recogniser does not know.
final class JudgedReleases: Sendable {
  let definitions: DefinitionSet
  /// Recognises the release of a record; `nil` if it does not know all releases that have definitions: then all records
  /// are judged by the first of these.
  let recogniser: ReleaseRecogniser?
  /// The Bundle types of the releases.
  let bundles: BundleTypes
  /// All releases by number.
  private let releases: [FHIRRelease]
  /// The number of ``FHIRSchema/FHIRRelease/unknown``.
  private let unknown: ReleaseNumber
  /// Keeps alive the distinctions that the recogniser uses without retaining them.
  private let distinctions: ReleaseDistinctions
  /// The place of each release among the definitions, -1 for none.
  private let places: [Int]
  /// The release of all records whose input does not state one; `nil` if each record is recognised.
  let insisted: RecognisedRelease?
  /// The release of a record without any evidence.
  let assumed: RecognisedRelease
  private let knowsFirstDecoded = Atomic(false)
  /// The profiles that records are also judged by; `nil` for none.
  let profiles: ValidatorProfiles?
  /// The value sets that questions may name.
  let answerSets: ValidatorProfiles?

  init(
    _ definitions: DefinitionSet, _ distinctions: ReleaseDistinctions, insists: Bool,
    profiles: ValidatorProfiles? = nil,
    library: ProfileLibrary = ProfileLibrary()
  ) {
    self.profiles = profiles
    answerSets = profiles ?? ValidatorProfiles(library, chosen: [], guides: [], isForAnswers: true)
    self.definitions = definitions
    self.distinctions = distinctions
    bundles =
      definitions.isPublished && distinctions === ReleaseDistinctions.published
      ? .published : BundleTypes(distinctions.bundleTypes + definitions.madeBundleTypes)
    let judged = definitions.releases
    let isKnown = judged.allSatisfy { distinctions.releases.contains($0) }
    var releases = distinctions.releases + judged.filter { !distinctions.releases.contains($0) }
    let unknown = releases.firstIndex(of: .unknown) ?? releases.endIndex
    if unknown == releases.endIndex { releases.append(.unknown) }
    self.releases = releases
    self.unknown = ReleaseNumber(rawValue: UInt8(truncatingIfNeeded: unknown))
    places = releases.map { judged.firstIndex(of: $0) ?? -1 }
    insisted =
      insists
      ? releases.firstIndex(of: judged[0]).map {
        RecognisedRelease(number: ReleaseNumber(rawValue: UInt8(truncatingIfNeeded: $0)), reason: .caller)
      } : nil
    // What the caller chose to judge by tells the release of a record that shows none; else the first release of all is
    // assumed, unless it has no definitions.
    let chosen = profiles?.release.flatMap { judged.contains($0) ? releases.firstIndex(of: $0) : nil }
    let first = places[0] == -1 || !isKnown ? releases.firstIndex(of: judged[0]) : releases.startIndex
    assumed = RecognisedRelease(
      number: (chosen ?? first).map { ReleaseNumber(rawValue: UInt8(truncatingIfNeeded: $0)) } ?? self.unknown,
      reason: chosen == nil ? .assumed : .chosen)
    let places = places
    let spread = places.indices.filter { $0 < 8 && places[$0] >= 0 }.map { ReleaseSet(rawValue: 1 << UInt8($0)) }
    recogniser =
      isKnown ? ReleaseRecogniser(distinctions, bundles, assumed: assumed, judged: ReleaseSet(spread)) : nil
  }

  /// Whether the definitions of the first release are decoded; cheap to ask once they are.
  var isFirstDecoded: Bool {
    if knowsFirstDecoded.load(ordering: .relaxed) { return true }
    let isDecoded = definitions.areDecoded(at: definitions.startIndex)
    if isDecoded { knowsFirstDecoded.store(true, ordering: .relaxed) }
    return isDecoded
  }

  /// The release that the first records of an input show, `nil` if none does.
  func survey(_ source: some ByteSource, _ options: ValidationOptions) throws -> FHIRRelease? {
    guard let recogniser else { return nil }
    var reader = RecordReader(
      source, bundles: bundles, maximumDepth: options.readableDepth, maximumRecordBytes: options.maximumRecordBytes)
    var survey = ReleaseSurvey(recogniser)
    guard let first = try reader.next() else { return nil }
    _ = try survey.read(from: first, &reader)
    return survey.found.map { release($0) }
  }

  /// The release of a number.
  func release(_ number: ReleaseNumber) -> FHIRRelease { releases[Int(number.rawValue)] }

  /// The number of a release; for an unregistered one, the number of ``FHIRSchema/FHIRRelease/unknown``.
  func number(of release: FHIRRelease) -> ReleaseNumber {
    releases.firstIndex(of: release).map { ReleaseNumber(rawValue: UInt8(truncatingIfNeeded: $0)) } ?? unknown
  }

  /// The number of a release that surroundings show, `nil` if its records are not judged: then records without signs
  /// do not take it.
  func number(around release: FHIRRelease?) -> ReleaseNumber? {
    release.map { number(of: $0) }.flatMap { place(of: $0) == nil ? nil : $0 }
  }

  /// The place of a release among the definitions, `nil` if its records cannot be judged.
  func place(of number: ReleaseNumber) -> Int? {
    let place = places[Int(number.rawValue)]
    return place >= 0 ? place : nil
  }

  /// The names of the releases that records are judged by, for messages: `DSTU2 or R4`.
  var names: String { definitions.releases.map { $0.name.uppercased() }.joined(separator: " or ") }
}
