/// The changes of a type as they arrive: first those since the anchor, even if there are none, then each new change.
///
/// The sequence ends when its task is cancelled, and throws the same errors as a query.
public struct RecordUpdates: AsyncSequence, Sendable {
  /// Returns the changes since an anchor; unless it is the first call, waits until there are some.
  public typealias Step = @Sendable (_ anchor: QueryAnchor?, _ isFirst: Bool) async throws -> AnchoredResults

  private let anchor: QueryAnchor?
  private let step: Step

  /// Makes the sequence; for implementations of stores.
  public init(since anchor: QueryAnchor?, step: @escaping Step) { (self.anchor, self.step) = (anchor, step) }

  /// Makes an iterator that begins at the anchor.
  public func makeAsyncIterator() -> Iterator { Iterator(anchor: anchor, step: step) }

  /// The position of one reader in the changes.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var anchor: QueryAnchor?
    fileprivate var isFirst = true
    fileprivate let step: Step

    /// Returns the next changes, or `nil` if the task was cancelled.
    public mutating func next() async throws -> AnchoredResults? {
      do {
        let results = try await step(anchor, isFirst)
        (anchor, isFirst) = (results.anchor, false)
        return results
      } catch is CancellationError { return nil }
    }
  }
}
