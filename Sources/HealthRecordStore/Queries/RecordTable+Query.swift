import ClinicalRecords

extension RecordTable {
  /// Calls `body` with the live rows that can match, in the order of the sequence, until it returns `false`.
  ///
  /// Looks up keys if the plan has them; otherwise iterates over the lists of the resource types, from the first row
  /// after `sequence`.
  func forEachRow(
    of type: ClinicalTypeIdentifier, _ plan: QueryPlan, after sequence: UInt64 = 0, _ body: (UInt32) -> Bool
  ) {
    if let keys = plan.keys {
      let rows = Set(keys.compactMap { row(of: $0) }).sorted()
      for row in rows where self.rows[Int(row)].clinicalType == type.number && self.rows[Int(row)].sequence > sequence {
        guard body(row) else { return }
      }
      return
    }
    let lists = FHIRResourceType.allCases.filter(plan.resourceTypes.contains).map { list(type, $0) }
      .filter { !$0.isEmpty }
    var heads = lists.map { firstIndex(in: $0, after: sequence) }
    // At most four lists: the resource types of medications.
    while true {
      var least: Int?
      for list in lists.indices where heads[list] < lists[list].count {
        if least.map({ lists[list][heads[list]] < lists[$0][heads[$0]] }) ?? true { least = list }
      }
      guard let least else { return }
      let row = lists[least][heads[least]]
      heads[least] += 1
      if !rows[Int(row)].isDead, !body(row) { return }
    }
  }

  /// The index of the first row after a change.
  private func firstIndex(in list: [UInt32], after sequence: UInt64) -> Int {
    guard sequence > 0 else { return 0 }
    var low = 0
    var high = list.count
    while low < high {
      let middle = (low + high) / 2
      if rows[Int(list[middle])].sequence <= sequence { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
