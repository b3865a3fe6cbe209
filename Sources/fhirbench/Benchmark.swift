import FHIRDSTU2
import FHIRModelRuntime
import FHIRProfiles
import FHIRR4
import FHIRTape
import FHIRValidation
import Foundation

/// Measures one corpus. Each round runs every stage once, so that a slow moment of the machine affects all of them.
struct Benchmark {
  let corpus: Corpus
  let options: Arguments.MeasureOptions

  func run() -> [Figures.Line] {
    var builder = TapeBuilder(maximumDepth: 200, capacity: 1 << 16)
    var stages: [(name: String, run: () -> Int)] = [
      ("JSONSerialization", serialize), ("parse", { self.parse(&builder) }),
      ("parse and validate", { self.validate(Validator()) }), ("parse and decode", decode),
    ]
    if let guide = options.guide {
      stages.append(("parse and validate by \(guide.name)", { self.validate(Validator(guides: [guide])) }))
    }
    var times = stages.map { _ in [Double]() }
    var refused = stages.map { _ in 0 }
    var gains = Gains(without: options.without)
    for round in 0...options.rounds {
      for (number, stage) in stages.enumerated() {
        let seconds = processorTime { refused[number] = stage.run() }
        // The first round warms up caches, the branch predictor and the allocator.
        if round > 0 { times[number].append(seconds) }
      }
      gains.measure(round: round) { _ = self.validate($0) }
    }
    var lines: [Figures.Line] = []
    for number in stages.indices.dropFirst() where refused[number] == 0 {
      lines.append(("speed", times[0].median / times[number].median, "\(corpus.name), \(stages[number].name)"))
    }
    lines += gains.figures.map { ("gain", $0.timesAsLong, "\(corpus.name), without \($0.name)") }
    if let count = AllocationCount.during({ _ = self.validate(Validator()) }) {
      lines.append(("allocations", Double(count) / Double(corpus.documents.count), corpus.name))
    }
    return lines
  }

  /// From bytes to a tape, with one builder for all; returns how many values are not JSON.
  private func parse(_ builder: inout TapeBuilder) -> Int {
    var refused = 0
    for document in corpus.documents {
      guard let start = document.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { continue }
      for value in document.values {
        if case .value = builder.read(start, from: value.lowerBound, to: value.upperBound) { continue }
        refused += 1
      }
    }
    return refused
  }

  /// From bytes to findings, each with its place and message; the path becomes text only if a caller reads it. Like
  /// Foundation's trees, findings are not kept. Each round has a new validator, which has not seen the documents before.
  private func validate(_ validator: Validator) -> Int {
    for document in corpus.documents { _ = validator.validate(document.bytes).findings.count }
    return 0
  }

  /// From bytes to models of each value's release, strictly; returns how many values are refused.
  private func decode() -> Int {
    let decoder = FHIRDecoder()
    return corpus.documents.reduce(0) { refused, document in
      refused
        + zip(document.values, document.isR4).count { value, isR4 in
          let text = document.text(value)
          return isR4
            ? (try? decoder.decode(FHIRR4.AnyResource.self, from: text)) == nil
            : (try? decoder.decode(FHIRDSTU2.AnyResource.self, from: text)) == nil
        }
    }
  }

  /// From bytes to Foundation's dictionaries and arrays; returns how many values it refuses.
  private func serialize() -> Int {
    func isRefused(_ data: Data) -> Bool { (try? JSONSerialization.jsonObject(with: data)) == nil }
    return corpus.documents.lazy.map(\.data).joined().count { data in
      #if canImport(ObjectiveC)
        return autoreleasepool { isRefused(data) }
      #else
        return isRefused(data)
      #endif
    }
  }
}
