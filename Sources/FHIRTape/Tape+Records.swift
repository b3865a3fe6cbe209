package import FHIRJSON

/// The records in a value that a ``RecordReader`` has read.
extension Tape {
  /// Calls `body` for each place where a record is expected: the value itself, or the resources in the entries of a
  /// Bundle, including nested Bundles.
  ///
  /// A Bundle with an `entry` array is not a record itself. An envelope, whose entries were read before, contains none,
  /// and neither does an entry without a `resource`, which holds only a request or a response. The value at such a
  /// place need not be an object.
  ///
  /// - Parameters:
  ///   - place: the place of the value in the input.
  ///   - bundles: the types of Bundles.
  ///   - body: gets the tape index of each; the index of the value in which its references are resolved, which is the
  ///     innermost Bundle that contains it on this tape, or itself; and the index of the entry that holds it, or
  ///     `.none`.
  package func forEachRecord(
    in place: RecordPlace, bundles: BundleTypes,
    _ body: (_ index: TapeIndex, _ scope: TapeIndex, _ entry: TapeIndex) throws -> Void
  ) rethrows {
    switch place.role {
    case .document, .element, .line: try forEachRecord(at: .root, scope: .root, entry: .none, bundles, body)
    case .entry: try forEachRecord(ofEntry: .root, scope: nil, bundles, body)
    case .envelope: break
    }
  }

  private func forEachRecord(
    ofEntry entry: TapeIndex, scope: TapeIndex?, _ bundles: BundleTypes,
    _ body: (_ index: TapeIndex, _ scope: TapeIndex, _ entry: TapeIndex) throws -> Void
  ) rethrows {
    guard tag(entry) == .object else { return try body(entry, scope ?? entry, entry) }
    if let resource = member("resource", of: entry) {
      try forEachRecord(at: resource, scope: scope ?? resource, entry: entry, bundles, body)
    }
  }

  /// The reader limits the nesting of Bundles.
  private func forEachRecord(
    at index: TapeIndex, scope: TapeIndex, entry: TapeIndex, _ bundles: BundleTypes,
    _ body: (_ index: TapeIndex, _ scope: TapeIndex, _ entry: TapeIndex) throws -> Void
  ) rethrows {
    guard bundles.hasBundle(at: index, of: self), let entries = member("entry", of: index), tag(entries) == .array
    else { return try body(index, scope, entry) }
    for item in items(of: entries) { try forEachRecord(ofEntry: item, scope: index, bundles, body) }
  }
}
