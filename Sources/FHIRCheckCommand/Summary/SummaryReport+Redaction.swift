import FHIRReporting
import FHIRText

extension SummaryReport {
  /// Removes values of records: the names of sources and of types that no release has, and dates. Profiles stay,
  /// because the caller supplied their definitions.
  mutating func redact(_ redaction: Redaction) {
    resourceTypes = redaction.counts(resourceTypes)
    receivedDates = nil
    faults = faults.map { redaction.redacted($0) }
    let own = sources.filter { $0.key == SummaryReport.anonymousSource || $0.key == SummaryReport.otherSources }
    sources = redaction.placeholders(sources.filter { own[$0.key] == nil }).merging(own, uniquingKeysWith: +)
  }
}
