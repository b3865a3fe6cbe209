import FHIRDiagnostics
import FHIRSchema
import FHIRView
import FHIRTape
import FHIRText

/// The end of a Bundle: its type is known, and all of its entries have been seen.
extension Walker {
  /// Settles everything that waited for the end; the path stands at the Bundle.
  mutating func finishBundle(_ index: Int) {
    let type = typeOfBundle(index) ?? BundleType(name: "", traits: [])
    checkFirstEntry(index, type: type)
    checkTotal(index, type: type)
    checkTypeInvariants(index, type: type)
    if let links = tape.member("link", of: index) { checkLinks(links) }
    if bundle.otherIDs > 0, bundle.sameIDs > bundle.otherIDs {
      bundle.differences.forEach { reportUUIDDisagrees($0) }
      for _ in bundle.differences.count..<bundle.otherIDs {
        _ = findings.hasRoom(for: Rule.fullURLDisagrees.id, Rule.fullURLDisagrees.severity)
      }
    }
    settleReferences(type: type)
    reportLacks(type: type)
    for finding in bundle.deferred where finding.demand.applies(to: type) { reportDemand(finding) }
    for demand in BundleDemand.allCases where demand.applies(to: type) {
      let rule =
        demand.rule.map { ($0.id, $0.severity) } ?? invariants.native(.uniqueFullURL).map { ($0.rule, $0.severity) }
      guard let rule else { continue }
      for _ in 0..<bundle.dropped[demand.rawValue] { _ = findings.hasRoom(for: rule.0, rule.1) }
    }
  }

  /// What a Bundle says of its type, `nil` where it says nothing.
  func typeOfBundle(_ index: Int) -> BundleType? {
    guard let type = tape.member("type", of: index), isText(type) else { return nil }
    let name = tape.string(type).byBytes
    return BundleType(name: name, traits: schema.facts.bundleTypes[name] ?? [])
  }

  private mutating func checkFirstEntry(_ index: Int, type: BundleType) {
    let expected =
      type.traits.contains(.document) ? roles.composition : type.traits.contains(.message) ? roles.messageHeader : nil
    guard let expected, bundle.first?.type != expected else { return }
    // An entry of a type that is not known is reported as such.
    if let first = bundle.first, first.type < 0, first.isResource { return }
    reportFirstEntry(index, type: type.name, expected: expected)
  }

  private mutating func checkTotal(_ index: Int, type: BundleType) {
    guard type.traits.contains(.counted), let total = tape.member("total", of: index), tape.tag(total) == .integer,
      let count = Int(tape.string(total)), count >= 0, count < bundle.matches
    else { return }
    reportTotalTooSmall(total, matches: bundle.matches)
  }

  private mutating func reportLacks(type: BundleType) {
    if type.traits.contains(.needsRequest) { reportLacks(ofRequest: true) }
    if type.traits.contains(.needsResponse) { reportLacks(ofRequest: false) }
  }

  private mutating func reportLacks(ofRequest wantsRequest: Bool) {
    let rule = wantsRequest ? Rule.missingRequest : .missingResponse
    for lack in bundle.lacks where wantsRequest ? lack.request : lack.response {
      report(
        rule, inInput: lack.start..<lack.start + 1, path: .below("entry[\(lack.entry)]"),
        wantsRequest
          ? "expected 'request' in the entry, found none"
          : "expected 'response' in the entry, found none", label: nil)
    }
    for _ in 0..<(wantsRequest ? bundle.lacksDropped.request : bundle.lacksDropped.response) {
      _ = findings.hasRoom(for: rule.id, rule.severity)
    }
  }

  private mutating func reportDemand(_ finding: DeferredFinding) {
    let path = FindingPath.below("entry[\(finding.entry)]\(finding.suffix)")
    guard let rule = finding.demand.rule else {
      return report(.uniqueFullURL, inInput: finding.range, path: path, found: finding.message)
    }
    report(rule, inInput: finding.range, path: path, finding.message, label: nil)
  }

  /// Adds a finding at a place of the input, which the current record may not hold any more.
  ///
  /// - Parameter label: the record that the finding names; `nil` for the current one.
  mutating func report(
    _ rule: Rule, inInput range: Range<Int>, path: FindingPath, _ message: String, label: RecordLabel?
  ) {
    report(rule.id, rule.severity, inInput: range, path: path, message, label: label)
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
