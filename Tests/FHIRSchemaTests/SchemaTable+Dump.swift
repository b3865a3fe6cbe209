@testable import FHIRSchema

extension SchemaTable {
  /// All names that other releases have and this one lacks, by type and name.
  var foreignNames: [ForeignName] {
    foreignLines.bytes.split(separator: 0x0A).compactMap { foreignLines.parse($0.startIndex..<$0.endIndex) }
  }

  /// The rows of a type as text, one member per line, for people and for tests.
  func dump(type: TypeID) -> String {
    let row = types[type]
    let check = row.check == .none ? "" : ", judged as \(row.check)"
    let base = bases[type].exists ? typeNames[bases[type]] : "-"
    var lines = ["\(typeNames[type]) (\(row.category)\(check)), base \(base)"]
    if !invariantPlaces.ofType[type].isEmpty { lines.append("  " + keys(invariantPlaces.ofType[type])) }
    var slot = -1
    for index in memberIndices(of: type) {
      let member = members[index]
      if Int(member.slot) != slot {
        slot = Int(member.slot)
        lines.append("  slot \(slot)\(row.required & (1 << UInt64(slot)) != 0 ? " required" : "")")
      }
      lines.append("    " + dump(member: index))
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func dump(member index: MemberID) -> String {
    let member = members[index]
    var words = [name(of: index), "\(member.kind)"]
    switch member.kind {
    case .resourceType, .comments: break
    default:
      words.append(typeNames[Int(member.type)])
      words.append(elements[Int(member.element)].cardinality)
    }
    if member.flags.contains(.array) { words.append("array") }
    if member.flags.contains(.choice) { words.append("choice") }
    if member.flags.contains(.bare) { words.append("bare") }
    if member.flags.contains(.absolute) { words.append("absolute") }
    if member.targets != 0 { words.append("to \(targets[Int(member.targets)].joined(separator: "|"))") }
    if member.valueSet != 0 {
      words.append(member.flags.contains(.requiredBinding) ? "required" : "extensible")
      words.append(valueSets[Int(member.valueSet)].name)
    }
    if member.flags.contains(.constrained) { words.append(keys(invariantPlaces.ofElement[Int(member.element)])) }
    return words.joined(separator: " ")
  }

  private func keys(_ numbers: [Int]) -> String {
    "invariants " + numbers.map { invariants[$0].key }.joined(separator: " ")
  }

  /// The size of the tables, and the number of codes in each value set.
  func dumpCounts() -> String {
    let real = typeIDs.filter { !typeNames[$0].isEmpty }
    let slots = real.reduce(0) { sum, type in
      sum + Set(memberIndices(of: type).map { members[$0].slot }).count
    }
    var lines = [
      "release \(release) \(release.version)", "types \(real.count)",
      "resources \(types[resourceDirectory].memberCount)",
      "members \(memberCount)", "slots \(slots)", "elements \(elements.count)", "targets \(targets.count - 1)",
      "foreign names \(foreignNames.count)", "invariants \(invariants.count)", "value sets \(valueSets.count - 1)",
    ]
    for row in valueSets.dropFirst() {
      let codes = row.unexpanded.map { "unexpanded, \($0)" } ?? "\(row.codes.count)"
      lines.append("  \(row.name) \(codes)\(row.ignoresCase ? " nocase" : "")")
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
