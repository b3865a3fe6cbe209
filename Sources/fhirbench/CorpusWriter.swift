import Foundation
import FHIRSyntheticCorpus

/// Streams a made-up corpus to a file, a piece at a time, so that its size is bounded by the disk only.
enum CorpusWriter {
  static func write(_ options: Arguments.GenerateOptions, to file: FileHandle) throws {
    var corpus = SyntheticCorpus(
      kind: options.kind, release: options.release, byteCount: options.byteCount, seed: options.seed,
      isPretty: options.isPretty,
      faultsPerMille: options.faultsPerMille)
    while let chunk = corpus.next() {
      try file.write(contentsOf: Data(chunk))
    }
  }
}
