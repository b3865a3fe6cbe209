/// The changes in the samples of a type since an anchor.
public struct SampleChanges: Hashable, Sendable {
  /// New samples.
  public let added: [Sample]
  /// Samples that the app has deleted.
  public let deleted: [Sample]
  /// The anchor for the next query; equal to the previous one if nothing has changed.
  public let anchor: QueryAnchor

  /// Whether nothing has changed.
  public var isEmpty: Bool { added.isEmpty && deleted.isEmpty }
}

extension HealthStore {
  /// The changes since an anchor in the samples of a type that is not clinical.
  ///
  /// Without an anchor, all existing samples are new, and none is deleted. For a denied type, only the app's own
  /// samples are reported.
  ///
  /// - Parameters:
  ///   - type: the type of the samples.
  ///   - predicate: a condition; without one, all samples.
  ///   - anchor: where the last query ended; an anchor of another store is refused.
  ///   - limit: the largest number of new samples; ``noLimit`` or less for all. The anchor is then that of the last
  ///     one.
  public func sampleChanges(
    ofType type: ObjectType, matching predicate: QueryPredicate? = nil, since anchor: QueryAnchor? = nil,
    limit: Int = noLimit
  ) throws(HealthError) -> SampleChanges {
    let start = anchor.map(\.sequence) ?? 0
    guard let start, start <= samples.sequence else {
      throw HealthError(.errorInvalidArgument, "The anchor is not one of this store")
    }
    let access = try readAccess(toSamplesOf: type)
    var added: [SampleTable.Entry] = []
    for entry in samples.entries(of: type, after: start) {
      guard entry.isOwn || access == .all || authorization.canRead(object: entry.sample.uuid),
        predicate?.matches(entry.sample) ?? true
      else { continue }
      added.append(entry)
      if added.count == limit { break }
    }
    let isCut = limit > 0 && added.count == limit
    let lastAdded = added.last?.sequence ?? start
    let deleted = (anchor == nil ? [] : Array(samples.deletions(of: type, after: start))).filter {
      (!isCut || $0.sequence <= lastAdded) && predicate?.matches($0.sample) ?? true
    }
    let end = max(lastAdded, deleted.last?.sequence ?? start)
    return SampleChanges(
      added: added.map(\.sample.withoutDocument), deleted: deleted.map(\.sample.withoutDocument),
      anchor: anchor.flatMap { end == start ? $0 : nil } ?? QueryAnchor(sequence: end))
  }

  /// What the app may see of a type that is not clinical; refuses types that it has not asked for.
  func readAccess(toSamplesOf type: ObjectType) throws(HealthError) -> ReadAccess {
    try device.checkReading()
    let access = authorization.readAccess(to: type)
    guard access != .notDetermined else { throw HealthError(.errorAuthorizationNotDetermined) }
    return access
  }

  /// The anchor for a query of future changes only.
  package func currentAnchor(of type: ObjectType) throws(HealthError) -> QueryAnchor {
    _ = try readAccess(toSamplesOf: type)
    return QueryAnchor(sequence: type.clinicalType == nil ? samples.sequence : records.sequence)
  }
}
