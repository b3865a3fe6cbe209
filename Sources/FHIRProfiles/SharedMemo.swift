public import Synchronization

/// Answers that are found once and shared by all threads. Of two that are found at the same time the first counts.
@usableFromInline package final class SharedMemo<Key: Hashable & Sendable, Answer: Sendable>: Sendable {
  @usableFromInline let known = Mutex<[Key: Answer]>([:])

  package init() {}
  package var all: [Key: Answer] { known.withLock { $0 } }

  /// Finds an answer without the lock, since it may ask for others. Inlinable, because each run over a file asks.
  ///
  /// - Parameter isKept: whether an answer is kept even where there are many.
  @inlinable package func answer<E>(
    _ key: Key, isKept: (Answer) -> Bool = { _ in true }, _ find: () throws(E) -> Answer
  ) throws(E) -> Answer {
    if let found = known.withLock({ $0[key] }) { return found }
    let new = try find()
    return known.withLock { known in
      if let other = known[key] { return other }
      if known.count < 100_000 || isKept(new) { known[key] = new }
      return new
    }
  }
}
