import FHIRTape

/// Remembers answers to questions about values, by the question and the value's bytes, in 16,384 slots of one answer
/// each.
///
/// Records repeat the same values: the profile that they claim, a code, the kind of record. The hash only selects the
/// slot, and cannot cause a wrong answer. When the memory for the bytes is full, all answers are dropped.
struct AnswerMemo: ~Copyable {
  /// The largest value that is kept, in bytes.
  static let longest = 1_000

  private struct Place {
    var question: UInt = 0
    /// The offset of the bytes in the memory.
    var start: UInt32 = 0
    var count: UInt16 = 0
    /// The work that it took to find the answer.
    var spent: UInt16 = 0
    var answer: UInt64 = 0
  }

  struct Key {
    fileprivate let question: UInt
    fileprivate let bytes: UnsafePointer<UInt8>
    fileprivate let count: Int
    fileprivate let place: Int

    /// - Parameter asker: everything that the answer depends on, except the value, which readable padding follows.
    init?(_ asker: UInt, _ bytes: UnsafePointer<UInt8>, _ count: Int) {
      guard count > 0, count <= AnswerMemo.longest else { return nil }
      (question, self.bytes, self.count) = (asker, bytes, count)
      let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
      // Two chains, which the processor computes side by side.
      var (hash, other) = (UInt64(truncatingIfNeeded: asker) ^ UInt64(count), factor)
      var place = 0
      while place &+ 16 <= count {
        hash = (hash ^ Bytes.load(bytes + place)) &* factor
        other = (other ^ Bytes.load(bytes + (place &+ 8))) &* factor
        place &+= 16
      }
      if place &+ 8 <= count {
        hash = (hash ^ Bytes.load(bytes + place)) &* factor
        place &+= 8
      }
      let rest = Bytes.load(bytes + place) & ((1 &<< UInt64(truncatingIfNeeded: (count &- place) &<< 3)) &- 1)
      hash = (hash ^ rest ^ other &>> 32) &* factor
      hash = (hash ^ hash &>> 32 ^ other) &* 0x9E37_79B9_7F4A_7C15
      self.place = Int(truncatingIfNeeded: hash >> 50)
    }
  }

  private static let (size, room) = (16_384, 1 << 20)
  private let places: UnsafeMutablePointer<Place>
  private let texts: UnsafeMutablePointer<UInt8>
  private var used = 0
  /// A bit for each 256 slots that are in use: making a judge shall not take the time to fill all.
  private var blocks: UInt64 = 0
  /// Whether values that were found good are kept, too.
  let keepsGoodValues: Bool

  init(keepsGoodValues: Bool) {
    self.keepsGoodValues = keepsGoodValues
    places = .allocate(capacity: Self.size)
    texts = .allocate(capacity: Self.room + Bytes.padding)
  }

  deinit {
    places.deallocate()
    texts.deallocate()
  }

  private static func block(_ key: Key) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: key.place &>> 8) }

  /// The remembered answer; `nil` for none, and where finding it again would take more work than is left.
  ///
  /// It uses as much work as the first time: whether the work of a record is enough must not depend on what is
  /// remembered, which differs with the records before it.
  func answer(_ key: Key, _ left: inout Int) -> UInt64? {
    if blocks & Self.block(key) == 0 { return nil }
    for slot in 0..<2 {
      let place = places[key.place ^ slot]
      guard place.question == key.question, Int(place.count) == key.count, Int(place.spent) <= left,
        Bytes.isEqual(texts + Int(place.start), key.bytes, key.count)
      else { continue }
      left &-= Int(place.spent)
      return place.answer
    }
    return nil
  }

  /// Keeps an answer. The previous one in its slot moves to the neighbour: two frequent ones do not replace each other.
  mutating func keep(_ answer: UInt64, spent: Int, for key: Key) {
    guard spent <= UInt16.max else { return }
    if used + key.count > Self.room {
      (used, blocks) = (0, 0)
    }
    if blocks & Self.block(key) == 0 {
      blocks |= Self.block(key)
      (places + key.place & ~255).initialize(repeating: Place(), count: 256)
    }
    (texts + used).update(from: key.bytes, count: key.count)
    places[key.place ^ 1] = places[key.place]
    places[key.place] = Place(
      question: key.question, start: UInt32(used), count: UInt16(key.count), spent: UInt16(spent), answer: answer)
    used += key.count
  }
}
