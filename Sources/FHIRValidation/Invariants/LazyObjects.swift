import Synchronization

/// Objects by number, each made on first use: most inputs need only a few. A place is filled once and only read
/// afterwards, so any number of runs share it without a lock or a copy. An object lives as long as the memory, so
/// readers need not retain it.
struct LazyObjects<Object: AnyObject & Sendable>: @unchecked Sendable {
  // @unchecked: each place is atomic, and the creator owns the memory.

  private let places: UnsafeMutablePointer<Atomic<Unmanaged<Object>?>>
  private let count: Int

  init(count: Int) {
    self.count = count
    places = .allocate(capacity: max(count, 1))
    for place in 0..<count { (places + place).initialize(to: Atomic(nil)) }
  }

  func deallocate() {
    for place in 0..<count { (places + place).pointee.load(ordering: .acquiring)?.release() }
    places.deinitialize(count: count)
    places.deallocate()
  }

  @inline(__always) subscript(number: Int) -> Unmanaged<Object>? { places[number].load(ordering: .acquiring) }

  /// Fills a place, unless another thread has filled it first: then every caller uses that object.
  func keep(_ object: Object, _ number: Int) -> Unmanaged<Object> {
    let own = Unmanaged.passRetained(object)
    let (_, other) = places[number].compareExchange(expected: nil, desired: own, ordering: .acquiringAndReleasing)
    guard let other else { return own }
    own.release()
    return other
  }
}
