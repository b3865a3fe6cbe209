import FHIRAllocator
import FHIRProfiles
import Foundation

do {
  switch try Arguments(Array(CommandLine.arguments.dropFirst())).command {
  case .help:
    print(Arguments.usage)
  case .generate(let options):
    try CorpusWriter.write(options, to: .standardOutput)
  case .terminology(let folder, let percent):
    try CorpusWriter.writeTerminology(to: folder, percent: percent)
  case .score(let options):
    try Score.run(options)
  case .measure(let options):
    allocator_keep_freed_memory()
    // Before any other code decodes the tables: the first time is the one that a caller waits for.
    let startUp = try StartUp.measure(rounds: options.rounds)
    let corpora = try Corpus.corpora(for: options)
    let guide = try options.guide.map { name in
      guard let guide = Guide.named(name) else { throw Arguments.UsageError("there is no guide '\(name)'") }
      return guide
    }
    let figures = corpora.map {
      Benchmark(corpus: $0, rounds: options.rounds, guide: guide, without: options.without).run()
    }
    let report = Report(rounds: options.rounds, startUp: startUp, corpora: figures)
    switch options.format {
    case .text: print(report.text())
    case .json: print(try report.json())
    case .figures: print(Figures.text(of: report))
    }
    if let file = options.compared {
      let before = try Figures(String(contentsOfFile: file, encoding: .utf8))
      let (text, isWithin) = try before.compared(with: report)
      print(text)
      if !isWithin { exit(1) }
    }
  }
} catch {
  FileHandle.standardError.write(Data("fhirbench: \(error)\n".utf8))
  exit(2)
}
