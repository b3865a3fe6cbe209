import FHIRFindings
import FHIRValidation
import FHIRTape
import Testing

@testable import fhirbench

@Suite struct SyntheticCorpusTests {
  @Test func sameOptionsGiveSameBytes() {
    let first = SyntheticCorpus(kind: .ndjson, release: .dstu2, byteCount: 50_000, seed: 7).bytes
    #expect(first == SyntheticCorpus(kind: .ndjson, release: .dstu2, byteCount: 50_000, seed: 7).bytes)
    #expect(first != SyntheticCorpus(kind: .ndjson, release: .dstu2, byteCount: 50_000, seed: 8).bytes)
  }

  @Test(arguments: SyntheticCorpus.Kind.allCases, [0, 1, 100_000])
  func reachesTheSize(_ kind: SyntheticCorpus.Kind, _ byteCount: Int) {
    let bytes = SyntheticCorpus(kind: kind, release: .dstu2, byteCount: byteCount, seed: 1).bytes
    #expect(bytes.count >= max(byteCount, 1))
    #expect(bytes.count < byteCount + 5_000)
    #expect(bytes.last == UInt8(ascii: "\n"))
  }

  @Test func chunksMakeNoDifference() {
    var corpus = SyntheticCorpus(
      kind: .bundle, release: .dstu2, byteCount: 60_000, seed: 3, isPretty: true, chunkBytes: 1)
    var bytes: [UInt8] = []
    while let chunk = corpus.next() { bytes += chunk }
    #expect(bytes == SyntheticCorpus(kind: .bundle, release: .dstu2, byteCount: 60_000, seed: 3, isPretty: true).bytes)
    #expect(corpus.writtenBytes == bytes.count)
  }

  @Test(arguments: [true, false])
  func bundleIsJSON(isPretty: Bool) {
    let bytes = SyntheticCorpus(kind: .bundle, release: .dstu2, byteCount: 200_000, seed: 2, isPretty: isPretty).bytes
    #expect(endOfValue(in: bytes) == bytes.count - 1)
  }

  @Test func everyLineIsJSON() {
    let bytes = SyntheticCorpus(kind: .ndjson, release: .dstu2, byteCount: 200_000, seed: 2).bytes
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    #expect(lines.count > 100)
    for line in lines { #expect(endOfValue(in: Array(line)) == line.count) }
  }

  @Test(arguments: SyntheticCorpus.Kind.allCases, SyntheticCorpus.Release.allCases)
  func aCorpusWithoutFaultsHasNoFindings(_ kind: SyntheticCorpus.Kind, _ release: SyntheticCorpus.Release) {
    let result = Validator().validate(
      SyntheticCorpus(kind: kind, release: release, byteCount: 1_000_000, seed: 5).bytes)
    #expect(result.findings.isEmpty, "\(result.findings.prefix(3))")
    #expect(result.tally.otherReleases.isEmpty)
    #expect(result.tally.records > 500)
    #expect(result.tally.resourceTypes.count >= 9)
  }

  @Test func faultsAreAddedToTheSameRecords() {
    let sound = SyntheticCorpus(kind: .ndjson, release: .dstu2, byteCount: 1_000_000, seed: 5).bytes
    let faulty = SyntheticCorpus(
      kind: .ndjson, release: .dstu2, byteCount: 1_000_000, seed: 5, faultsPerMille: 100
    ).bytes
    let fault = Array(#""colour":"blue","#.utf8)
    let soundLines = sound.split(separator: UInt8(ascii: "\n"))
    let faultyLines = faulty.split(separator: UInt8(ascii: "\n"))
    var faults = 0
    for (soundLine, faultyLine) in zip(soundLines, faultyLines) where soundLine != faultyLine {
      #expect(faultyLine.count == soundLine.count + fault.count)
      faults += 1
    }
    let share = Double(faults) / Double(faultyLines.count)
    #expect((0.07...0.13).contains(share))
    let result = Validator().validate(faulty)
    #expect(result.findings.count >= faults)
    #expect(result.findings.allSatisfy { $0.rule.rawValue == "structure/unknown-element" })
  }

  /// The end of the first value; `nil` if the text is not JSON.
  private func endOfValue(in bytes: [UInt8]) -> Int? {
    let padded = bytes + repeatElement(0, count: Bytes.padding)
    var builder = TapeBuilder(maximumDepth: 100)
    return padded.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress,
        case .value(let end) = builder.read(start, from: 0, to: bytes.count)
      else { return nil }
      return end
    }
  }
}
