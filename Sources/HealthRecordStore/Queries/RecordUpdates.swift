/// The changes of a type as they come: first what is there since the anchor, even if that is nothing, then each change.
///
/// The sequence ends when its task is cancelled, and throws where a query would.
public struct RecordUpdates: AsyncSequence, Sendable {
  /// The changes since an anchor; unless it is the first time, waits until there are some.
  public typealias Step = @Sendable (_ anchor: QueryAnchor?, _ isFirst: Bool) async throws -> AnchoredResults

  private let anchor: QueryAnchor?
  private let step: Step

  /// Makes the sequence; for stores.
  public init(since anchor: QueryAnchor?, step: @escaping Step) {
    self.anchor = anchor
    self.step = step
  }

  /// Begins anew at the anchor.
  public func makeAsyncIterator() -> Iterator { Iterator(anchor: anchor, step: step) }

  /// The place in the changes of one reader.
  public struct Iterator: AsyncIteratorProtocol {
    private var anchor: QueryAnchor?
    private var isFirst = true
    private let step: Step

    fileprivate init(anchor: QueryAnchor?, step: @escaping Step) {
      self.anchor = anchor
      self.step = step
    }

    /// The next changes, `nil` when the task was cancelled.
    public mutating func next() async throws -> AnchoredResults? {
      do {
        let results = try await step(anchor, isFirst)
        anchor = results.anchor
        isFirst = false
        return results
      } catch is CancellationError {
        return nil
      }
    }
  }
}
