import FHIRDiagnostics
import FHIRSchema
import FHIRView
import FHIRTape
import FHIRText

/// The end of a Bundle: its type is known, and all of its entries have been seen.
extension ReferenceJudge {
  /// Settles everything that waited for the end; the path stands at the Bundle.
  mutating func finishBundle(_ index: Int, _ cursor: inout RecordCursor) {
    let type = typeOfBundle(index, cursor) ?? BundleType(name: "", traits: [])
    checkFirstEntry(index, type: type, &cursor)
    checkTotal(index, type: type, &cursor)
    checkTypeInvariants(index, type: type, &cursor)
    if let links = cursor.tape.member("link", of: index) { checkLinks(links, &cursor) }
    if bundle.held.otherIDs > 0, bundle.held.sameIDs > bundle.held.otherIDs {
      for difference in bundle.held.differences { cursor.reportUUIDDisagrees(difference) }
      let rule = Rule.fullURLDisagrees
      cursor.countUnlisted(rule.id, rule.severity, bundle.held.otherIDs - bundle.held.differences.count)
    }
    settleReferences(type: type, &cursor)
    reportLacks(type: type, &cursor)
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

  /// What a Bundle says of its type, `nil` where it says nothing.
  func typeOfBundle(_ index: Int, _ cursor: borrowing RecordCursor) -> BundleType? {
    guard let type = cursor.tape.member("type", of: index), cursor.isText(type) else { return nil }
    let name = cursor.tape.string(type).byBytes
    return BundleType(name: name, traits: cursor.schema.facts.bundleTypes[name] ?? [])
  }

  private mutating func checkFirstEntry(_ index: Int, type: BundleType, _ cursor: inout RecordCursor) {
    let expected =
      type.traits.contains(.document)
      ? cursor.roles.composition : type.traits.contains(.message) ? cursor.roles.messageHeader : nil
    guard let expected, bundle.first?.type != expected else { return }
    // An entry of a type that is not known is reported as such.
    if let first = bundle.first, first.type < 0, first.isResource { return }
    cursor.reportFirstEntry(index, bundle.first, type: type.name, expected: expected)
  }

  private mutating func checkTotal(_ index: Int, type: BundleType, _ cursor: inout RecordCursor) {
    guard type.traits.contains(.counted), let total = cursor.tape.member("total", of: index),
      cursor.tape.tag(total) == .integer,
      let count = Int(cursor.tape.string(total)), count >= 0, count < bundle.matches
    else { return }
    cursor.reportTotalTooSmall(total, matches: bundle.matches)
  }

  private mutating func reportLacks(type: BundleType, _ cursor: inout RecordCursor) {
    if type.traits.contains(.needsRequest) { reportLacks(ofRequest: true, &cursor) }
    if type.traits.contains(.needsResponse) { reportLacks(ofRequest: false, &cursor) }
  }

  private mutating func reportLacks(ofRequest wantsRequest: Bool, _ cursor: inout RecordCursor) {
    let rule = wantsRequest ? Rule.missingRequest : .missingResponse
    for lack in bundle.held.lacks where wantsRequest ? lack.request : lack.response {
      cursor.report(
        rule, inInput: lack.start..<lack.start + 1, path: .below("entry[\(lack.entry)]"),
        wantsRequest
          ? "expected 'request' in the entry, found none"
          : "expected 'response' in the entry, found none", label: nil)
    }
    let dropped = bundle.held.lacksDropped
    cursor.countUnlisted(rule.id, rule.severity, wantsRequest ? dropped.request : dropped.response)
  }

  private mutating func reportDemand(_ finding: DeferredFinding, _ cursor: inout RecordCursor) {
    let path = FindingPath.below("entry[\(finding.entry)]\(finding.suffix)")
    guard let rule = finding.demand.rule else {
      return cursor.report(.uniqueFullURL, inInput: finding.range, path: path, found: finding.message)
    }
    cursor.report(rule, inInput: finding.range, path: path, finding.message, label: nil)
  }

}

extension BundleDemand {
  /// The rule that is broken where the demand is not met; `nil` where that is a constraint of the release.
  var rule: Rule? {
    switch self {
    case .resource: .missingResource
    case .noResource: .unexpectedResource
    case .requestURL: .invalidRequestURL
    case .requestTarget: .requestDisagrees
    case .distinctRequests: .overlappingRequests
    case .uniqueFullURLs: nil
    case .plainReferences: .invalidReference
    }
  }
}
