import FHIRRecognition
import FHIRDiagnostics
import FHIRSchema
import FHIRText
import FHIRView

/// Counts what was read, and what could not be judged.
struct RecordCounts: ~Copyable {
  private(set) var records = 0
  /// Judged records.
  private var judged = CountList<JudgedBy>()
  /// Without the counts of judged profiles, which the judges of profiles keep.
  private var rare = RareCounts()
  /// Records that are not judged by release and reason.
  private var reasonsOfOthers = CountList<RecognisedRelease>()
  /// Values bound to a set that cannot be judged offline, by the row of the set.
  private var unjudgedCodes = CountList<ReleaseRow>()
  /// Invariants that could not be decided within the limits of an evaluation.
  var undecidedInvariants = 0
  var (extensions, references) = (0, 0)
  /// Bundles whose addresses and references do not fit into memory, nor into a temporary file.
  private var uncomparedBundles = 0
  /// Responses whose questionnaire is not available, and answers to choose from a value set.
  private var (unjudgedResponses, unjudgedAnswers) = (0, 0)
  /// Responses that were judged in part, since they take too much work.
  private var exhaustedResponses = 0

  /// A type, and the release that its records were recognised as.
  private struct JudgedBy: Equatable {
    let type: ReleaseRow
    let found: RecognisedRelease
  }

  /// Counts something in the place of a record that is not a record.
  mutating func countNotJudged(_ reason: NotJudged) {
    rare.values.notJudged[reason, default: 0] += 1
  }

  mutating func countUnjudgedCode(ofSet row: ReleaseRow) {
    unjudgedCodes.add(row)
  }

  mutating func countProfile(_ url: ByteText) {
    rare.values.profiles.add(url)
    rare.values.unjudgedParts += 1
  }

  /// Counts a record that is judged.
  mutating func countRecord(type: ReleaseRow, _ found: RecognisedRelease) {
    records += 1
    judged.add(JudgedBy(type: type, found: found))
  }

  /// Counts a record of a release that the validator has no definitions of.
  mutating func countRecord(ofOtherRelease release: FHIRRelease, type: String, _ found: RecognisedRelease) {
    records += 1
    rare.values.otherReleases[release.name, default: 0] += 1
    rare.values.otherTypes.add(type.byBytes)
    countNotJudged(.otherRelease)
    reasonsOfOthers.add(found)
  }

  mutating func countUnjudgedResponse() { unjudgedResponses += 1 }
  mutating func countExhaustedResponse() {
    exhaustedResponses += 1
    rare.values.unjudgedParts += 1
  }
  mutating func countUnjudgedAnswer() { unjudgedAnswers += 1 }
  mutating func countUncomparedBundle() { uncomparedBundles += 1 }

  /// Puts the counts in their public form into an empty tally.
  ///
  /// - Parameters:
  ///   - findings: the findings of the walk.
  ///   - releases: the releases of the numbers.
  func fill(_ tally: inout ValidationTally, _ findings: borrowing Findings, _ releases: JudgedReleases) {
    let tables = findings.tables
    tally.records = records
    tally.findings = findings.all
    judged.forEach { judged, count in
      tally.ownTypes.add(tables.typeName(judged.type).byBytes, count)
      tally.count(count, of: releases.release(judged.found.number).name, judged.found.reason)
    }
    unjudgedCodes.forEach { row, count in
      tally.ownNotChecked.add(tables[row].valueSets[row.row].url.byBytes, count)
    }
    reasonsOfOthers.forEach { found, count in
      tally.count(count, of: releases.release(found.number).name, found.reason)
    }
    tally.rare = rare
    if case let notJudged = tally.notJudged, !notJudged.isEmpty {
      let unread = notJudged.reduce(0) { $0 + ($1.key.isUnreadable ? $1.value : 0) }
      if unread > 0 { tally.ownNotChecked.add("unreadable texts", unread) }
      for (release, count) in rare.values.otherReleases {
        let isUnknown = release == FHIRRelease.unknown.name
        let what = isUnknown ? "records of another release" : "records of \(release.uppercased()), which is not judged"
        tally.ownNotChecked.add(what.byBytes, count)
      }
    }
    if undecidedInvariants > 0 { tally.ownNotChecked.add("invariants", undecidedInvariants) }
    if uncomparedBundles > 0 {
      tally.ownNotChecked.add("addresses and references of a Bundle, for want of a temporary file", uncomparedBundles)
    }
    if unjudgedResponses > 0 { tally.ownNotChecked.add("responses to questionnaires not available", unjudgedResponses) }
    if exhaustedResponses > 0 {
      tally.ownNotChecked.add("responses to questionnaires, beyond the limit of work", exhaustedResponses)
    }
    if unjudgedAnswers > 0 { tally.ownNotChecked.add("answers from value sets", unjudgedAnswers) }
    if references > 0 { tally.ownNotChecked.add("existence of reference targets", references) }
  }
}
