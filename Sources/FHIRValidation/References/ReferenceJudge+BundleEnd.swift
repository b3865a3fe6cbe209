import FHIRDiagnostics
import FHIRSchema
import FHIRView
import FHIRTape
import FHIRText

/// The end of a Bundle: its type is known, and all of its entries have been judged.
extension ReferenceJudge {
  /// Settles everything that depends on the whole Bundle; the path is at the Bundle.
  mutating func finishBundle(_ index: TapeIndex, _ cursor: inout RecordCursor) {
    let type = typeOfBundle(index, cursor) ?? BundleType(name: "", traits: [])
    checkFirstEntry(index, type: type, &cursor)
    cursor.checkTotal(of: index, type: type, matches: bundle.matches)
    checkTypeInvariants(index, type: type, &cursor)
    if let links = cursor.tape.member("link", of: index) { cursor.checkLinks(links) }
    reportUUIDs(&cursor)
    settleReferences(type: type, &cursor)
    reportMissingRequests(type: type, &cursor)
    reportMissingResponses(type: type, &cursor)
    for finding in bundle.held.deferred where finding.demand.applies(to: type) { reportDemand(finding, &cursor) }
    for demand in BundleDemand.allCases where demand.applies(to: type) {
      let dropped = bundle.held.dropped[demand.rawValue]
      if let rule = demand.rule {
        cursor.countUnlisted(rule.id, rule.severity, dropped)
      } else if let invariant = cursor.invariants.native(.uniqueFullURL) {
        cursor.countUnlisted(invariant.rule, invariant.severity, dropped)
      }
    }
  }

  /// The type that a Bundle states, `nil` if it states none.
  func typeOfBundle(_ index: TapeIndex, _ cursor: borrowing RecordCursor) -> BundleType? {
    guard let type = cursor.tape.member("type", of: index), cursor.isText(type) else { return nil }
    let name = cursor.tape.string(type).byBytes
    return BundleType(name: name, traits: cursor.schema.facts.bundleTypes[name] ?? [])
  }

  private mutating func reportDemand(_ finding: DeferredFinding, _ cursor: inout RecordCursor) {
    let path = FindingPath.below("entry[\(finding.entry)]\(finding.suffix)")
    guard let rule = finding.demand.rule else {
      return cursor.report(.uniqueFullURL, inInput: finding.range, path: path, found: finding.message)
    }
    let severity = finding.isWarning ? .warning : rule.severity
    cursor.report(rule.id, severity, inInput: finding.range, path: path, finding.message, label: nil)
  }
}

extension BundleDemand {
  /// The rule that an unmet demand breaks; `nil` if that is a constraint of the release.
  var rule: Rule? {
    switch self {
    case .resource: .missingResource
    case .noResource: .unexpectedResource
    case .requestURL, .relativeRequestURL: .invalidRequestURL
    case .requestTarget: .requestDisagrees
    case .distinctRequests: .overlappingRequests
    case .uniqueFullURLs: nil
    case .plainReferences: .invalidReference
    case .fullURL: .missingFullURL
    }
  }
}
