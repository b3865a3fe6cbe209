import FHIRSchema

/// What depends on the rest of the Bundle, and is reported at its end; of each kind as many as may be listed, and how many
/// more there were.
struct HeldFindings {
  /// Entries whose address is `urn:uuid:` with the id of the resource, and with another.
  var sameIDs = 0
  var otherIDs = 0
  /// The first of the others.
  var differences: [Difference] = []
  /// Entries without a request or a response.
  private(set) var lacks: [Lack] = []
  private(set) var lacksDropped = (request: 0, response: 0)
  /// Findings that hold only in some types of Bundle.
  private(set) var deferred: [DeferredFinding] = []
  /// Deferred findings of each demand that were kept, and those that were too many.
  private var kept = SIMD8<Int>()
  private(set) var dropped = SIMD8<Int>()

  /// Keeps an entry that lacks something, unless there are as many as may be listed.
  mutating func keep(_ lack: Lack, limit: Int) {
    guard lacks.count < limit else {
      lacksDropped.request += lack.request ? 1 : 0
      lacksDropped.response += lack.response ? 1 : 0
      return
    }
    // Most Bundles have neither in any entry, so that the list grows with each.
    if lacks.isEmpty { lacks.reserveCapacity(64) }
    lacks.append(lack)
  }

  /// Whether another finding of a demand is kept; one that is not is counted.
  mutating func hasRoom(for demand: BundleDemand, limit: Int) -> Bool {
    guard kept[demand.rawValue] < limit else {
      dropped[demand.rawValue] &+= 1
      return false
    }
    kept[demand.rawValue] &+= 1
    return true
  }

  mutating func keep(_ finding: DeferredFinding) { deferred.append(finding) }

  /// An entry that says nothing of a request, or of a response.
  struct Lack {
    var entry: Int
    /// Where it begins in the input.
    var start: Int
    var request: Bool
    var response: Bool
  }

  /// An address whose UUID is not the id of the resource.
  struct Difference {
    var entry: Int
    /// The address in the input.
    var range: Range<Int>
    var id: String
    var address: String
  }
}

/// What only some types of Bundle demand of their entries.
enum BundleDemand: Int, CaseIterable {
  case resource, noResource, requestURL, requestTarget, distinctRequests, uniqueFullURLs, plainReferences

  /// Whether a Bundle of this type demands it.
  func applies(to type: BundleType) -> Bool {
    switch self {
    case .resource, .noResource, .requestURL, .requestTarget: type.traits.contains(.needsRequest)
    case .distinctRequests: type.traits.contains(.distinctRequests)
    case .uniqueFullURLs: !type.traits.contains(.repeatedEntries)
    case .plainReferences: !type.traits.contains(.conditionalReferences)
    }
  }
}

/// A finding that holds only in a Bundle of some type, kept until the type is known.
struct DeferredFinding {
  var demand: BundleDemand
  var entry: Int
  /// Where it stands in the input.
  var range: Range<Int>
  /// The rest of the path behind the entry.
  var suffix: String
  /// Of a demand that is a constraint of the release only what was found.
  var message: String
}
