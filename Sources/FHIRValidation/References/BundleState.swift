import FHIRFindings
import FHIRSchema
import FHIRTape

/// What is known about the current Bundle while its entries are read.
///
/// A Bundle of any size is walked entry by entry. Its `type` may come at its very end, and so may a resource that an
/// early entry refers to. The judge keeps what depends on either and settles it at the end of the Bundle:
///
/// ```text
/// entry 0   index fullUrl   its references: found in the index, or held
/// entry 1   index fullUrl   ...
/// the end   type            held references looked up once more; what the type demands is reported
/// ```
///
/// The work is linear in the entries and references. Memory is 24 bytes for an address and about 100 for a reference
/// that points forward, up to some megabytes. Beyond that both go to a ``BundleStore``, which matches addresses and
/// references by sorting. This is a value, so that a nested Bundle needs only to save and restore it.
struct BundleState {
  private(set) var isActive = false
  /// The number of its release among those that the walk judges by.
  private(set) var release = 0
  /// The scope of values that are good in this Bundle only, for the records of one release: see ``ValueMemo``.
  var scope: UInt32 = 0
  /// The type, if it comes before the entries.
  var type: BundleType?
  var entries = 0
  var hasResources = false
  /// For each ``BundlePart``, the place of the first entry that has it.
  var parts = Self.noParts
  var matches = 0
  var first: FirstEntry?
  var entry = CurrentEntry()
  var addresses: BundleAddresses
  var held = HeldFindings()
  var questionnaires = BundleQuestionnaires()
  var elementIDs: Set<UInt64> = []

  // Shared until it is changed: most inputs are not Bundles.
  private static let noParts = [BundlePart.Place?](repeating: nil, count: BundlePart.all.count)

  init(_ limits: BundleLimits) { addresses = BundleAddresses(limits) }

  mutating func begin(release: Int, scope: UInt32) {
    isActive = true
    self.release = release
    self.scope = scope
  }

  /// The type is `.none` if it is unknown.
  typealias FirstEntry = (type: TypeID, isResource: Bool, range: Range<Int>)
}

struct CurrentEntry {
  var fullURL = TapeIndex.none
  /// How many bytes of that form the address of its server; 0 if it shows none.
  var baseLength = 0
  var depth = 0
  /// Why a reference in the entry must resolve inside the Bundle.
  var duty = Duty.none

  /// Clears all but the depth: the next entry may be on another tape, and the Bundle's own references are in no entry.
  mutating func leave() { (fullURL, baseLength, duty) = (.none, 0, .none) }

  /// Why a reference must resolve inside the Bundle.
  enum Duty: UInt8 {
    case none
    /// It names something that exists only in the Bundle: `urn:uuid:`, `urn:oid:`, `resource:`.
    case local
    /// It is in the Composition of a possible document.
    case document
    case message
  }
}

/// The type that a Bundle states, and the traits that the release gives it: none for an unknown type.
struct BundleType {
  /// Empty if the Bundle states none.
  let name: ByteText
  let traits: BundleTraits
  /// A bit for each ``BundleDemand`` that it makes; asked for each entry.
  fileprivate let demands: UInt16

  init(_ name: String, _ schema: borrowing SchemaTable) {
    self.name = name.byBytes
    let traits = schema.facts.bundleTypes[self.name] ?? []
    self.traits = traits
    demands = BundleDemand.allCases.reduce(0) { $1.isMade(by: traits) ? $0 | 1 << UInt16($1.rawValue) : $0 }
  }
}

/// How much of a Bundle is kept in memory before it goes to a ``BundleStore``; tests lower this.
package struct BundleLimits: Sendable {
  /// How many addresses a table takes before the next of at most two: seven eighths of 2^17 places of 24 bytes.
  package var addresses = 114_000
  /// How many unanswered references are kept before the answered ones are dropped. At twice as many, all move to the
  /// store: one entry may have any number of references.
  package var references = 32_768
  /// How many ids of the Bundle's own elements are compared with each other.
  package var elementIDs = 1 << 20
  /// The memory for the details of those references, in bytes.
  package var referenceBytes = 4 << 20
  package var sortingBytes = 4 << 20
}

/// The addresses of a Bundle's entries, and the references that no entry has answered yet.
struct BundleAddresses {
  let limits: BundleLimits
  /// The addresses of entries, and the resources that the Bundle's PUT and DELETE requests change.
  var index = BundleIndex()
  private var held: HeldReferences?
  /// What does not fit into memory; `nil` if everything fits.
  private(set) var store: BundleStore?
  /// Whether writing the store failed: later addresses are not compared, and references are not resolved.
  private(set) var hasFailed = false

  init(_ limits: BundleLimits) { self.limits = limits }

  /// References without an answer. Made on first use: most inputs are not Bundles.
  var references: HeldReferences {
    mutating get {
      let references = held ?? HeldReferences(limits)
      held = references
      return references
    }
  }

  /// Whether it is time to make room for addresses and references; asked for each entry.
  var areMany: Bool { index.current.count >= limits.addresses || held?.areMany ?? false }

  /// Whether it is time to move all references to the store; asked for each of them.
  var holdsTooMany: Bool { held?.areTooMany ?? false }

  /// Runs `body` with the store; if that fails, continues without a store.
  mutating func useStore(_ body: (BundleStore) throws(TemporaryFileError) -> Void) {
    if hasFailed { return }
    let store = store ?? BundleStore(budget: limits.sortingBytes)
    self.store = store
    do throws(TemporaryFileError) { try body(store) } catch { fail() }
  }

  /// Stops comparing addresses and resolving references.
  mutating func fail() {
    hasFailed = true
    store = nil
    references.removeAll()
  }
}

/// Findings that are reported at the end of the Bundle: of each kind as many as may be listed, and how many others.
struct HeldFindings {
  /// How many entries have the address `urn:uuid:` with the id of the resource, and how many with another.
  var sameIDs = 0
  var otherIDs = 0
  /// The first entries whose UUID, in the address, differs from the id.
  var differences: [(entry: Int, range: Range<Int>, id: String, address: String)] = []
  /// Findings that apply only to some types of Bundle.
  private(set) var deferred: [DeferredFinding] = []
  /// For each demand, the number of deferred findings kept, and of those beyond the limit.
  private var kept = SIMD16<Int>()
  private(set) var dropped = SIMD16<Int>()

  /// Whether another finding of a demand is kept; otherwise it is counted.
  mutating func hasRoom(for demand: BundleDemand, limit: Int) -> Bool {
    guard kept[demand.rawValue] < limit else {
      dropped[demand.rawValue] &+= 1
      return false
    }
    kept[demand.rawValue] &+= 1
    return true
  }

  mutating func keep(_ finding: DeferredFinding) {
    // Most Bundles have no response in any entry, so the list grows with each entry.
    if deferred.isEmpty { deferred.reserveCapacity(128) }
    deferred.append(finding)
  }
}

/// A part that the entries of a Bundle of some type may have.
enum BundlePart: Int {
  case search, request, response

  /// The trait of the Bundles that may have each part, and the constraint that others break by it.
  static let all: [(part: BundlePart, trait: BundleTraits, invariant: NativeInvariant)] = [
    (.search, .search, .entrySearch), (.request, .request, .entryRequest), (.response, .response, .entryResponse),
  ]

  typealias Place = (entry: Int, range: Range<Int>)
}

enum BundleDemand: Int, CaseIterable {
  case request, response, resource, noResource, requestURL, requestTarget, distinctRequests, uniqueFullURLs
  case plainReferences, fullURL, plainRequestURL

  func applies(to type: BundleType) -> Bool { type.demands & 1 << UInt16(rawValue) != 0 }

  fileprivate func isMade(by traits: BundleTraits) -> Bool {
    switch self {
    case .request, .resource, .requestURL, .requestTarget: traits.contains(.needsRequest)
    case .response: traits.contains(.needsResponse)
    // A history tells what was asked, at which address, and the version that came of it: a notification of a
    // subscription has its status beside a GET.
    case .noResource, .plainRequestURL: traits.contains(.needsRequest) && !traits.contains(.repeatedEntries)
    case .distinctRequests: traits.contains(.distinctRequests)
    case .uniqueFullURLs: !traits.contains(.repeatedEntries)
    case .plainReferences: !traits.contains(.conditionalReferences)
    case .fullURL: traits.contains(.needsFullURL)
    }
  }

  /// The rule that an unmet demand breaks; `nil` if that is a constraint of the release.
  var rule: Rule? {
    switch self {
    case .request: .missingRequest
    case .response: .missingResponse
    case .resource: .missingResource
    case .noResource: .unexpectedResource
    case .requestURL, .plainRequestURL: .invalidRequestURL
    case .requestTarget: .requestDisagrees
    case .distinctRequests: .overlappingRequests
    case .uniqueFullURLs: nil
    case .plainReferences: .invalidReference
    case .fullURL: .missingFullURL
    }
  }
}

/// A finding that applies only to some types of Bundle, kept until the type is known.
struct DeferredFinding {
  var demand: BundleDemand
  /// Whether it is a warning, whatever the severity of the rule.
  var isWarning: Bool
  var entry: Int
  var range: Range<Int>
  /// The rest of the path after the entry.
  var suffix: String
  /// The message; for a demand that is a constraint of the release, only what was found.
  var message: String
}
