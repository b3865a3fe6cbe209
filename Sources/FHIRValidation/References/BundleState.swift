import FHIRSchema
import FHIRRowStore
import FHIRText

/// What is known of the current Bundle while its entries pass by.
///
/// A Bundle of any size is walked entry by entry, and what it is, its `type`, may be said at its very end; so may a
/// resource that an early entry refers to. What depends on either is kept here and settled when the Bundle ends:
///
/// ```text
/// entry 0   index fullUrl   its references: found in the index, or held
/// entry 1   index fullUrl   ...
/// the end   type            held references looked up once more; what the type demands is reported
/// ```
///
/// The work is linear in the entries and references. Memory is 24 bytes for an address and about 100 for a reference that
/// points forward, up to some megabytes. Beyond that both go to a ``BundleStore``, which brings addresses and references
/// together by sorting them. A value, so that a Bundle inside of a Bundle is a matter of setting one aside.
struct BundleState {
  let limits: BundleLimits
  /// Whether a Bundle is being read at all.
  private(set) var isActive = false
  /// The number of its release among those that the walk judges by.
  private(set) var release = 0
  /// The scope of what is good in this Bundle only, for the records of one release: see ``ValueMemo``.
  var scope: UInt32 = 0
  /// The type, where it is known before the entries.
  var type: BundleType?
  /// The addresses of entries, and the resources that a PUT or DELETE of the Bundle is about.
  var index = BundleIndex()
  var entries = 0
  /// Where some entry first has a part that not every type of Bundle has, by ``BundlePart``.
  var parts = Self.noParts
  /// Entries that a search has matched.
  var matches = 0
  var first: FirstEntry?

  /// The tape index of the `fullUrl` of the current entry, -1 for none.
  var fullURL = -1
  /// How deep the current entry stands in the path.
  var entryDepth = 0
  /// How many bytes of that `fullUrl` are the address of its server; 0 when it does not look like one.
  var baseLength = 0
  /// Entries whose address is `urn:uuid:` with the id of the resource, and with another.
  var sameIDs = 0
  var otherIDs = 0
  var differences: [Difference] = []
  /// What the Bundle may owe to a reference of the current entry.
  var duty = Duty.none

  /// References without an answer so far.
  var references: HeldReferences
  /// What does not fit into memory; `nil` for nothing.
  var store: BundleStore?
  /// Whether the store could not be written: addresses are not compared from there on, and references not resolved.
  var hasFailed = false
  /// Entries without a request or a response, and how many more there were than are kept.
  var lacks: [Lack] = []
  var lacksDropped = (request: 0, response: 0)
  var deferred: [DeferredFinding] = []
  /// Deferred findings of each demand that were kept, and those that were too many.
  var kept = SIMD8<Int>()
  var dropped = SIMD8<Int>()

  // Shared until something is noted in it: most inputs are no Bundle.
  private static let noParts = [BundlePart.Place?](repeating: nil, count: BundlePart.allCases.count)

  init(_ limits: BundleLimits) {
    self.limits = limits
    references = HeldReferences(limits)
  }

  mutating func begin(release: Int, scope: UInt32) {
    isActive = true
    self.release = release
    self.scope = scope
  }

  /// Does something with the store, and goes on without one when that fails.
  mutating func useStore(_ body: (BundleStore) throws(TemporaryFileError) -> Void) {
    if hasFailed { return }
    let store = store ?? BundleStore(budget: limits.sortingBytes)
    self.store = store
    do throws(TemporaryFileError) { try body(store) } catch { fail() }
  }

  /// Goes on without comparing addresses and resolving references.
  mutating func fail() {
    hasFailed = true
    store = nil
    references.removeAll()
  }

  /// The first entry's resource.
  struct FirstEntry {
    /// The row of its type, -1 where it has none that is known.
    var type: Int
    var isResource: Bool
    /// Its place in the input.
    var range: Range<Int>
  }

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

  /// Why a reference has to be resolved inside of the Bundle.
  enum Duty: UInt8 {
    case none
    /// It names something that exists nowhere else: `urn:uuid:`, `urn:oid:`.
    case local
    /// It stands in the Composition of what may be a document.
    case document
    /// It is what a message is about.
    case message
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

/// The type that a Bundle gives itself, and what the release says of it: nothing where it does not know the type.
struct BundleType {
  /// Empty where the Bundle has none.
  let name: ByteText
  let traits: BundleTraits
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
