import FHIRSupport
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
  /// Whether the walk is inside a Bundle.
  private(set) var isActive = false
  /// The number of its release among those that the walk judges by.
  private(set) var release = 0
  /// The scope of values that are good in this Bundle only, for the records of one release: see ``ValueMemo``.
  var scope: UInt32 = 0
  /// The type, if it comes before the entries.
  var type: BundleType?
  /// How many entries were read so far.
  var entries = 0
  /// For each ``BundlePart``, the place of the first entry that has it.
  var parts = Self.noParts
  /// Entries that a search has matched.
  var matches = 0
  var first: FirstEntry?
  var entry = CurrentEntry()
  var addresses: BundleAddresses
  var held = HeldFindings()
  var questionnaires = BundleQuestionnaires()

  // Shared until it is changed: most inputs are not Bundles.
  private static let noParts = [BundlePart.Place?](repeating: nil, count: BundlePart.allCases.count)

  init(_ limits: BundleLimits) { addresses = BundleAddresses(limits) }

  mutating func begin(release: Int, scope: UInt32) {
    isActive = true
    self.release = release
    self.scope = scope
  }

  /// The first entry's resource.
  struct FirstEntry {
    /// The row of its type, `.none` if that is unknown.
    var type: TypeID
    var isResource: Bool
    /// Its place in the input.
    var range: Range<Int>
  }
}

/// The entry of a Bundle that is being walked.
struct CurrentEntry {
  /// The tape index of its `fullUrl`, `.none` if there is none.
  var fullURL = TapeIndex.none
  /// How many bytes of that form the address of its server; 0 if it shows none.
  var baseLength = 0
  /// Its depth in the path.
  var depth = 0
  /// Why a reference in the entry must resolve inside the Bundle.
  var duty = Duty.none

  /// Clears what applies to this entry only.
  mutating func leave() {
    fullURL = .none
    baseLength = 0
    duty = .none
  }

  /// Why a reference must resolve inside the Bundle.
  enum Duty: UInt8 {
    case none
    /// It names something that exists only in the Bundle: `urn:uuid:`, `urn:oid:`.
    case local
    /// It is in the Composition of a possible document.
    case document
    /// It is the focus of a message.
    case message
  }
}

/// The type that a Bundle states, and the traits that the release gives it: none for an unknown type.
struct BundleType {
  /// Empty if the Bundle states none.
  let name: ByteText
  let traits: BundleTraits
}

/// How much of a Bundle is kept in memory before it goes to a ``BundleStore``; tests lower this.
package struct BundleLimits: Sendable {
  /// How many addresses a table takes before the next table starts; there are at most two. It fits seven eighths of
  /// 2^17 places of 24 bytes.
  package var addresses = 114_000
  /// How many unanswered references are kept before the answered ones are dropped. At twice as many, all move to the
  /// store: one entry may have any number of references.
  package var references = 32_768
  /// The memory for the details of those references, in bytes.
  package var referenceBytes = 4 << 20
  /// The memory for sorting, in bytes.
  package var sortingBytes = 4 << 20
}
