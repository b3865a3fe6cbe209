import ClinicalRecords
import FHIRDiagnostics
import FHIRSchema

/// The faults in the content of a stub.
extension ExportFindings {
  mutating func checkVersion(of stub: ExportStub) {
    guard !stub.fhirVersion.isEmpty, (FHIRVersion(stub.fhirVersion)?.release ?? .unknown) == .unknown else { return }
    report(
      .unknownVersion, of: stub, path: "fhirVersion",
      "expected a version of DSTU2 or R4, such as '1.0.2' or '4.0.1', found '\(stub.fhirVersion.clipped)'")
  }

  mutating func checkReceivedDate(of stub: ExportStub) {
    guard !stub.receivedDate.isEmpty, ReceivedDate(stub.receivedDate).secondsSince1970 == nil else { return }
    report(
      .invalidReceivedDate, of: stub, path: "receivedDate",
      "expected a date such as '2021-03-04 05:06:07 +0100', found '\(stub.receivedDate.clipped)'")
  }

  mutating func reportMissingFile(of stub: ExportStub) {
    report(
      .missingFile, of: stub, path: "resourceFilePath",
      "expected the file '\(stub.resourceFilePath.clipped)', found none")
  }

  mutating func reportOutsidePath(of stub: ExportStub) {
    report(
      .outsidePath, of: stub, path: "resourceFilePath",
      "expected a path within the export, found '\(stub.resourceFilePath.clipped)'; it was not followed")
  }

  mutating func reportDuplicate(_ stub: ExportStub, of first: ExportStub) {
    report(
      .duplicateStub, of: stub, path: "resourceFilePath",
      "expected one stub for each file, found '\(stub.resourceFilePath.clipped)' again; "
        + "the stub on line \(first.position.line) counts")
  }
}
