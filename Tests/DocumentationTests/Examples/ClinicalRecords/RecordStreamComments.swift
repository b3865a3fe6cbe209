import ClinicalRecords
import FHIRTape

func printRecords(of source: some ByteSource) throws {
  // begin
  let records = ClinicalRecordReader().cursor(over: source)
  while let item = try records.next() { print(item.byteOffset, item.record.displayName) }
  // end
}

func printRecords(in pieces: some AsyncSequence<[UInt8], any Error>) async throws {
  // begin
  for try await item in ClinicalRecordReader().records(in: pieces) { print(item.record.displayName) }
  // end
}

func printDuplicates(among records: [ClinicalRecord]) throws {
  // begin
  let found = try records.duplicates()
  for group in found.copies { print("\(group.records.count) copies of \(group.records[0].displayName)") }
  for group in found.conflicts { print("conflicting: \(group.records.map(\.displayName))") }
  // end
}

func duplicates(
  in march: ClinicalRecordReader.Reading, _ april: ClinicalRecordReader.Reading
) throws -> Duplicates<ClinicalRecord> {
  // begin
  let found = try (march.records + april.records).duplicates()
  // end
  return found
}
