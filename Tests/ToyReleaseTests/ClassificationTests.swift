import ClinicalRecords
import FHIRSchema
import Testing

/// Clinical types are HealthKit's: resource type and category decide for records of any release.
@Suite struct ClassificationTests {
  private func classify(_ text: String) -> Classification {
    Classifier().classify(Array(text.utf8), release: ToyRelease.release)
  }

  @Test func anInventedResourceTypeIsNotAClinicalRecord() {
    #expect(classify(#"{"resourceType": "Dragon"}"#).reason == .resourceType)
  }

  @Test func anInventedObservationIsClassifiedByItsCategory() {
    let observation = { (category: String) in #"{"resourceType": "Observation", "category": \#(category)}"# }
    #expect(classify(observation(#"[{"text": "Laboratory"}]"#)).clinicalType == .labResultRecord)
    #expect(classify(observation(#"[{"text": "weather"}]"#)).reason == .unknownCategory)
  }
}
