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
  /// Whether a Bundle is being read at all.
  private(set) var isActive = false
  /// The number of its release among those that the walk judges by.
  private(set) var release = 0
  /// The scope of what is good in this Bundle only, for the records of one release: see ``ValueMemo``.
  var scope: UInt32 = 0
  /// The type, where it is known before the entries.
  var type: BundleType?
  /// How many entries there were so far.
  var entries = 0
  /// Where some entry first has a part that not every type of Bundle has, by ``BundlePart``.
  var parts = Self.noParts
  /// Entries that a search has matched.
  var matches = 0
  var first: FirstEntry?
  var entry = CurrentEntry()
  var addresses: BundleAddresses
  var held = HeldFindings()

  // Shared until something is noted in it: most inputs are no Bundle.
  private static let noParts = [BundlePart.Place?](repeating: nil, count: BundlePart.allCases.count)

  init(_ limits: BundleLimits) { addresses = BundleAddresses(limits) }

  mutating func begin(release: Int, scope: UInt32) {
    isActive = true
    self.release = release
    self.scope = scope
  }

  /// The first entry's resource.
  struct FirstEntry {
    /// The row of its type, -1 where it has none that is known.
    var type: Int
    var isResource: Bool
    /// Its place in the input.
    var range: Range<Int>
  }
}

/// The entry of a Bundle that the walk is in.
struct CurrentEntry {
  /// The tape index of its `fullUrl`, -1 for none.
  var fullURL = -1
  /// How many bytes of that are the address of its server; 0 when it does not look like one.
  var baseLength = 0
  /// How deep it stands in the path.
  var depth = 0
  /// Why a reference in it has to be resolved inside of the Bundle.
  var duty = Duty.none

  /// Drops what the next entry, or the Bundle itself, must not take for its own.
  mutating func leave() {
    fullURL = -1
    baseLength = 0
    duty = .none
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

/// The type that a Bundle gives itself, and what the release says of it: nothing where it does not know the type.
struct BundleType {
  /// Empty where the Bundle has none.
  let name: ByteText
  let traits: BundleTraits
}
