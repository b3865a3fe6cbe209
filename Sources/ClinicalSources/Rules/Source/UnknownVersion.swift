package import FHIRFindings
import ClinicalRecords
import FHIRSchema

extension Rule {
  package static let unknownVersion = Rule(
    "source/unknown-version", .warning, .notSupported,
    summary: "the version of FHIR is not known",
    checks: """
      The `fhirVersion` of an entry is three numbers and belongs to DSTU2 (1.0), STU3 (3.0), R4 (4.0) or \
      R4B (4.3); HealthKit itself has records of DSTU2 and R4 only. A record whose version cannot be read is checked \
      as if it had none; a record of another release is not checked.
      """,
    matters: """
      The version says which definitions a record follows. With the wrong definitions, valid records look invalid \
      and invalid ones valid.
      """,
    bad: ExportExample.good.replacing("1.0.2", with: "DSTU2"),
    good: ExportExample.good,
    specification: "https://developer.apple.com/documentation/healthkit/hkfhirversion")
}

extension ExportFindings {
  mutating func checkVersion(of stub: ExportStub) {
    guard !stub.fhirVersion.isEmpty, (FHIRVersion(stub.fhirVersion)?.release ?? .unknown) == .unknown else { return }
    report(
      .unknownVersion, of: stub, path: "fhirVersion",
      """
      expected a version of \(FHIRRelease.published.map(\.rawValue).listed), such as '1.0.2' or '4.0.1', found \
      '\(stub.fhirVersion.shortened())'
      """)
  }
}
