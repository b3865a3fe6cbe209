import FHIRAllocator
import Foundation

do {
  switch try Arguments(Array(CommandLine.arguments.dropFirst())).command {
  case .help: print(Arguments.usage)
  case .generate(var corpus):
    while let chunk = corpus.next() { try FileHandle.standardOutput.write(contentsOf: Data(chunk)) }
  case .terminology(let folder, let percent):
    var terminology = SyntheticTerminology(percent: percent)
    try terminology.write(to: URL(filePath: folder))
  case .score(let options): try Score.run(options)
  case .measure(let options):
    allocator_keep_freed_memory()
    let found = try Corpus.corpora(for: options).flatMap { Benchmark(corpus: $0, options: options).run() }
    print(Figures.text(of: found))
    if let file = options.compared {
      let (text, isWithin) = try Figures(String(contentsOfFile: file, encoding: .utf8)).compared(with: found)
      print(text)
      if !isWithin { exit(1) }
    }
  }
} catch {
  FileHandle.standardError.write(Data("fhirbench: \(error)\n".utf8))
  exit(2)
}
