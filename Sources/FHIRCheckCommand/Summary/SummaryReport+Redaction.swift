import FHIRReporting
import FHIRText

extension SummaryReport {
  /// Takes out what records say: the names of sources and of types that no release has, and dates. Profiles are those
  /// whose definitions were given.
  mutating func redact(_ redaction: Redaction) {
    resourceTypes = redaction.counts(resourceTypes)
    receivedDates = nil
    let own = sources.filter { $0.key == SummaryReport.anonymousSource || $0.key == SummaryReport.otherSources }
    sources = redaction.placeholders(sources.filter { own[$0.key] == nil }).merging(own, uniquingKeysWith: +)
  }
}
