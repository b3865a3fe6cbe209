import FHIRToolkit

// begin
/// How many records of each clinical type come through a pipe.
func census(of pipe: FileHandle) throws -> [String: Int] {
  var counts: [String: Int] = [:]
  let records = ClinicalRecordReader().cursor(over: pipe)
  while let item = try records.next() {
    counts[item.record.clinicalType?.displayName ?? "none", default: 0] += 1
  }
  return counts
}

/// The first errors of a file, whatever its size; nothing is read behind the last of them.
func firstErrors(in file: URL, _ count: Int) throws -> [Finding] {
  let findings = try Validator().cursor(over: FileSource(file))
  var errors: [Finding] = []
  while errors.count < count, let finding = try findings.next() {
    if finding.severity >= .error { errors.append(finding) }
  }
  return errors
}
// end

// begin
/// Prints each record of a bulk export while it is downloaded.
func printNames(of download: some AsyncSequence<Data, any Error>) async throws {
  for try await item in ClinicalRecordReader().records(in: download) { print(item.record.displayName) }
}
// end

// begin
/// Bytes that somebody hands over in pieces.
struct Handover: ByteStream {
  var pieces: [Data]

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard let piece = pieces.first else { return 0 }
    let count = piece.copyBytes(to: buffer)
    pieces[0] = piece.dropFirst(count)
    if pieces[0].isEmpty { pieces.removeFirst() }
    return count
  }
}

/// How many records somebody has handed over.
func count(_ pieces: [Data]) throws -> Int {
  try Validator().validate(from: BufferedSource(Handover(pieces: pieces))) { _ in }.records
}
// end
