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
  ///   - body: gets the tape index of each, and that of the value in which its references are resolved: the innermost
  ///     Bundle around it on this tape, or itself.
  package func forEachRecord(in place: RecordPlace, _ body: (_ index: Int, _ scope: Int) throws -> Void) rethrows {
    switch place.role {
    case .document, .element, .line: try forEachRecord(at: 0, scope: 0, body)
    case .entry: try forEachRecord(ofEntry: 0, scope: nil, body)
    case .envelope: break
    }
  }

  private func forEachRecord(
    ofEntry entry: Int, scope: Int?, _ body: (_ index: Int, _ scope: Int) throws -> Void
  ) rethrows {
    guard tag(entry) == .object else { return try body(entry, scope ?? entry) }
    if let resource = member("resource", of: entry) {
      try forEachRecord(at: resource, scope: scope ?? resource, body)
    }
  }

  /// The reader bounds how deep Bundles stand in each other.
  private func forEachRecord(
    at index: Int, scope: Int, _ body: (_ index: Int, _ scope: Int) throws -> Void
  ) rethrows {
    guard BundleShape.isBundle(index, of: self), let entries = member("entry", of: index), tag(entries) == .array else {
      return try body(index, scope)
    }
    let end = next(entries)
    var entry = entries + 2
    while entry < end {
      try forEachRecord(ofEntry: entry, scope: index, body)
      entry = next(entry)
    }
  }
}
