import FHIRSchema

/// Findings that depend on the rest of the Bundle and are reported at its end: of each kind as many as may be listed,
/// and the number of the others.
struct HeldFindings {
  /// How many entries have the address `urn:uuid:` with the id of the resource, and how many with another.
  var sameIDs = 0
  var otherIDs = 0
  /// The first entries whose UUID differs from the id.
  var differences: [Difference] = []
  /// Entries without a request or a response.
  private(set) var lacks: [Lack] = []
  private(set) var lacksDropped = (request: 0, response: 0)
  /// Findings that apply only to some types of Bundle.
  private(set) var deferred: [DeferredFinding] = []
  /// For each demand, the number of deferred findings kept, and of those beyond the limit.
  private var kept = SIMD16<Int>()
  private(set) var dropped = SIMD16<Int>()

  /// Keeps an entry that lacks something, up to the limit.
  mutating func keep(_ lack: Lack, limit: Int) {
    guard lacks.count < limit else {
      lacksDropped.request += lack.request ? 1 : 0
      lacksDropped.response += lack.response ? 1 : 0
      return
    }
    // Most Bundles have neither in any entry, so the list grows with each entry.
    if lacks.isEmpty { lacks.reserveCapacity(128) }
    lacks.append(lack)
  }

  /// Whether another finding of a demand is kept; otherwise it is counted.
  mutating func hasRoom(for demand: BundleDemand, limit: Int) -> Bool {
    guard kept[demand.rawValue] < limit else {
      dropped[demand.rawValue] &+= 1
      return false
    }
    kept[demand.rawValue] &+= 1
    return true
  }

  mutating func keep(_ finding: DeferredFinding) { deferred.append(finding) }

  /// An entry without a request, or without a response.
  struct Lack {
    var entry: Int
    /// Its start in the input.
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

/// A demand that only some types of Bundle make on their entries.
enum BundleDemand: Int, CaseIterable {
  case resource, noResource, requestURL, requestTarget, distinctRequests, uniqueFullURLs, plainReferences, fullURL
  case relativeRequestURL

  /// Whether a Bundle of this type makes the demand.
  func applies(to type: BundleType) -> Bool {
    switch self {
    case .resource, .noResource, .requestURL, .requestTarget: type.traits.contains(.needsRequest)
    // What was answered tells its own address.
    case .relativeRequestURL: type.traits.contains(.needsRequest) && !type.traits.contains(.needsResponse)
    case .distinctRequests: type.traits.contains(.distinctRequests)
    case .uniqueFullURLs: !type.traits.contains(.repeatedEntries)
    case .plainReferences: !type.traits.contains(.conditionalReferences)
    case .fullURL: type.traits.contains(.needsFullURL)
    }
  }
}

/// A finding that applies only to some types of Bundle, kept until the type is known.
struct DeferredFinding {
  var demand: BundleDemand
  /// Whether it is a warning, whatever the severity of the rule.
  var isWarning: Bool
  var entry: Int
  /// Its place in the input.
  var range: Range<Int>
  /// The rest of the path after the entry.
  var suffix: String
  /// The message; for a demand that is a constraint of the release, only what was found.
  var message: String
}
