public import ClinicalRecords
public import Foundation

extension HealthStore {
  /// Adds the records of data in memory: a resource, a Bundle, an array of resources, or NDJSON.
  @discardableResult
  public func load(_ data: Data, origin: RecordOrigin, classifier: Classifier = Classifier()) -> LoadReport {
    load([UInt8](data), origin: origin, classifier: classifier)
  }
}
