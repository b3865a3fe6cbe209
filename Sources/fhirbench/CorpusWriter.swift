import Foundation
import FHIRSyntheticCorpus

/// Writes a generated corpus to a file piece by piece, so only the disk limits its size.
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
