import FHIRSchema
import FHIRView
import FHIRTape
import FHIRText

/// The parts that a Bundle of some type may have, and the uniqueness of its entries.
///
/// The walk judges this, because the entries of a large Bundle are in memory one at a time.
extension ReferenceJudge {
  /// The path is at the entry.
  @inline(never)
  mutating func reportDuplicateFullURL(_ value: TapeIndex, _ cursor: inout RecordCursor) {
    if cursor.invariants.has(.uniqueFullURL) {
      return demand(.uniqueFullURLs, at: value, ".fullUrl", "\(cursor.tape.excerpt(value)) again", &cursor)
    }
    cursor.report(
      .distinctEntries, at: cursor.tape.range(value), path: .child("fullUrl"),
      found: "\(cursor.tape.excerpt(value)) again")
  }

  /// As ``reportDuplicateFullURL(_:, &cursor)``, for an earlier entry that is no longer in memory; the path is at the
  /// Bundle.
  mutating func reportDuplicateFullURL(
    entry: Int, inInput range: Range<Int>, type: BundleType, _ cursor: inout RecordCursor
  ) {
    let demand = BundleDemand.uniqueFullURLs
    let isDemand = cursor.invariants.has(.uniqueFullURL)
    if isDemand, !demand.applies(to: type) { return }
    cursor.report(
      isDemand ? .uniqueFullURL : .distinctEntries, inInput: range, path: .below("entry[\(entry)].fullUrl"),
      found: "that of an earlier entry again")
  }

  /// Judges what the type of the Bundle excludes, after all entries; the path is at the Bundle.
  mutating func checkTypeInvariants(_ index: TapeIndex, type: BundleType, _ cursor: inout RecordCursor) {
    // An element exists without a value, too: a type without a value differs from the types that constraints require.
    if type.name == "", cursor.tape.member("_type", of: index) == nil { return }
    if !type.traits.contains(.total) {
      if let total = cursor.tape.member("total", of: index) {
        cursor.report(
          .bundleTotal, at: cursor.tape.range(total), path: .child("total"), found: cursor.tape.excerpt(total))
      } else if let sibling = cursor.tape.member("_total", of: index) {
        cursor.report(.bundleTotal, at: cursor.headRange(sibling), path: .child("total"), found: "one without a value")
      }
    }
    for part in BundlePart.allCases where !type.traits.contains(part.trait) {
      guard let first = bundle.parts[part.rawValue] else { continue }
      cursor.report(
        part.invariant, inInput: first.range, path: .below("entry[\(first.entry)].\(part)"),
        found: type.name == ""
          ? "one in a Bundle whose type has no value" : "one in a Bundle of type '\(type.name.string.clipped)'")
    }
  }
}

/// A part of an entry that only some types of Bundle have.
enum BundlePart: Int, CaseIterable {
  case search, request, response

  /// The constraint that restricts it.
  var invariant: NativeInvariant {
    switch self {
    case .search: .entrySearch
    case .request: .entryRequest
    case .response: .entryResponse
    }
  }

  /// The trait of the types of Bundle that have it.
  var trait: BundleTraits {
    switch self {
    case .search: .search
    case .request: .request
    case .response: .response
    }
  }

  /// The place of the part in the first entry that has it.
  struct Place {
    var entry: Int
    /// The range in the input.
    var range: Range<Int>
  }
}
