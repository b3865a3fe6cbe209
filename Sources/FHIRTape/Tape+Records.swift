/// The records of a value that a ``RecordReader`` has read.
extension Tape {
  /// Calls `body` with each place where a record is expected: the value itself, or what the entries of a Bundle hold, to
  /// their depths.
  ///
  /// A Bundle with an `entry` array is no record itself, and an envelope, whose entries have come before it, has none. An
  /// entry without a `resource`, which holds only a request or a response, has none either. What stands in such a place
  /// need not be an object.
  ///
  /// - Parameters:
  ///   - place: where the value stands in the input.
  ///   - bundles: the types of Bundles.
  ///   - body: gets the tape index of each; that of the value in which its references are resolved, which is the
  ///     innermost Bundle around it on this tape, or itself; and that of the entry that holds it, -1 where none does.
  package func forEachRecord(
    in place: RecordPlace, bundles: BundleTypes, _ body: (_ index: Int, _ scope: Int, _ entry: Int) throws -> Void
  ) rethrows {
    switch place.role {
    case .document, .element, .line: try forEachRecord(at: 0, scope: 0, entry: -1, bundles, body)
    case .entry: try forEachRecord(ofEntry: 0, scope: nil, bundles, body)
    case .envelope: break
    }
  }

  private func forEachRecord(
    ofEntry entry: Int, scope: Int?, _ bundles: BundleTypes,
    _ body: (_ index: Int, _ scope: Int, _ entry: Int) throws -> Void
  ) rethrows {
    guard tag(entry) == .object else { return try body(entry, scope ?? entry, entry) }
    if let resource = member("resource", of: entry) {
      try forEachRecord(at: resource, scope: scope ?? resource, entry: entry, bundles, body)
    }
  }

  /// The reader bounds how deep Bundles stand in each other.
  private func forEachRecord(
    at index: Int, scope: Int, entry: Int, _ bundles: BundleTypes,
    _ body: (_ index: Int, _ scope: Int, _ entry: Int) throws -> Void
  ) rethrows {
    guard bundles.hasBundle(at: index, of: self), let entries = member("entry", of: index), tag(entries) == .array
    else {
      return try body(index, scope, entry)
    }
    let end = next(entries)
    var item = entries + 2
    while item < end {
      try forEachRecord(ofEntry: item, scope: index, bundles, body)
      item = next(item)
    }
  }
}
