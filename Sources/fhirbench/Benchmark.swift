import FHIRDSTU2
import FHIRModelRuntime
import FHIRProfiles
import FHIRR4
import FHIRSchema
import FHIRTape
import FHIRValidation
import Foundation

/// Measures one corpus. Each round runs every stage once, so that a slow moment of the machine affects all of them.
struct Benchmark {
  let corpus: Corpus
  let rounds: Int
  /// The guide by whose profiles the records are validated in a separate stage.
  let guide: Guide?
  /// The shortcuts of validation whose gains are measured.
  let without: [String]

  /// The name of the stage of validation without profiles.
  static let validation = "parse and validate"

  func run() -> Report.Corpus {
    var builder = TapeBuilder(maximumDepth: 200, capacity: 1 << 16)
    var names = ["parse", Self.validation, "parse and decode", "JSONSerialization"]
    if let guide { names.append("\(Self.validation) by \(guide.name)") }
    var times = names.map { _ in Samples() }
    var refused = names.map { _ in 0 }
    var found = Found(0, 0)
    var gains = Gains(without: without)
    for round in 0...rounds {
      let parse = Samples.time { refused[0] = self.parse(&builder) }
      let validate = Samples.time { found = self.validate(Validator()) }
      let decode = Samples.time { refused[2] = self.decode() }
      let foundation = Samples.time { refused[3] = self.serialize() }
      let guided = guide.map { guide in Samples.time { _ = self.validate(Validator(guides: [guide])) } }
      gains.measure(round: round) { _ = self.validate($0) }
      // The first round warms up caches, the branch predictor and the allocator.
      guard round > 0 else { continue }
      for (index, seconds) in ([parse, validate, decode, foundation] + [guided].compactMap(\.self)).enumerated() {
        times[index].add(seconds)
      }
    }
    let allocations = AllocationCount.during { _ = self.validate(Validator()) }

    let byteCount = corpus.byteCount
    let reference = times[3].median
    let stages = names.indices.map { index in
      Report.Stage(
        name: names[index], seconds: times[index].figures,
        megabytesPerSecond: Double(byteCount) / 1e6 / times[index].median,
        timesJSONSerialization: reference / times[index].median, refusedDocuments: refused[index])
    }
    return Report.Corpus(
      name: corpus.name, documents: corpus.documents.count, bytes: byteCount, records: found.records,
      findings: found.findings, models: models(), stages: stages, gains: gains.figures,
      allocations: allocations.map {
        Report.Allocations(
          total: $0, perDocument: Double($0) / Double(corpus.documents.count),
          perMegabyte: Double($0) / (Double(byteCount) / 1e6))
      })
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

  /// The result of validation, as two numbers: like Foundation's trees, findings are not kept.
  private typealias Found = (records: Int, findings: Int)

  /// From bytes to findings, each with its place and message; the path becomes text only if a caller reads it. Each
  /// round has a new validator, which has not seen the documents before.
  private func validate(_ validator: Validator) -> Found {
    var found = Found(0, 0)
    for document in corpus.documents {
      let result = validator.validate(document.bytes)
      found.records += result.tally.records
      found.findings += result.findings.count
    }
    return found
  }

  /// From bytes to models of each value's release, strictly; returns how many values are refused.
  private func decode() -> Int {
    let decoder = FHIRDecoder()
    var refused = 0
    for document in corpus.documents {
      for (value, models) in zip(document.values, document.models) {
        if !models.decode(document.text(value), decoder) { refused += 1 }
      }
    }
    return refused
  }

  /// Counts the decoded models: a resource without a model is kept as text, which is less work.
  private func models() -> Report.Models {
    var counts = Report.Models()
    for document in corpus.documents {
      for (value, models) in zip(document.values, document.models) {
        models.count(document.text(value), in: &counts)
      }
    }
    return counts
  }

  /// From bytes to Foundation's dictionaries and arrays; returns how many values it refuses.
  private func serialize() -> Int {
    var refused = 0
    for document in corpus.documents {
      for data in document.data {
        #if canImport(ObjectiveC)
          autoreleasepool { refused += Self.isJSON(data) ? 0 : 1 }
        #else
          refused += Self.isJSON(data) ? 0 : 1
        #endif
      }
    }
    return refused
  }

  private static func isJSON(_ data: Data) -> Bool {
    (try? JSONSerialization.jsonObject(with: data)) != nil
  }
}

/// Measures the work before the first byte can be validated.
enum StartUp {
  static func measure(rounds: Int) throws -> Report.StartUp {
    let first = Samples.time { _ = Validator() }
    var tables = Samples()
    for _ in 0..<rounds {
      tables.add(try Samples.time { _ = try SchemaTable(text: GeneratedSchema.releases[0].facts) })
    }
    return Report.StartUp(firstValidatorSeconds: first, tableSeconds: tables.figures)
  }
}

/// The models of a value's release.
enum Models {
  case dstu2
  case r4

  /// The models of the release to which the validator assigns most records of the value.
  init(for value: UnsafeRawBufferPointer, _ validator: Validator) {
    let releases = validator.validate(value).tally.releases.mapValues { $0.values.reduce(0, +) }
    self = releases["r4", default: 0] > releases["dstu2", default: 0] ? .r4 : .dstu2
  }

  /// Decodes bytes strictly into a model and discards it; returns whether there was one.
  func decode(_ text: UnsafeBufferPointer<UInt8>, _ decoder: FHIRDecoder) -> Bool {
    switch self {
    case .dstu2: (try? decoder.decode(FHIRDSTU2.AnyResource.self, from: text)) != nil
    case .r4: (try? decoder.decode(FHIRR4.AnyResource.self, from: text)) != nil
    }
  }

  /// Adds the counts of a value's decoded models.
  func count(_ text: UnsafeBufferPointer<UInt8>, in counts: inout Report.Models) {
    switch self {
    case .dstu2: Self.count(text, FHIRDSTU2.Bundle.self, in: &counts)
    case .r4: Self.count(text, FHIRR4.Bundle.self, in: &counts)
    }
  }

  private static func count<B: ResourceBundle>(
    _ text: UnsafeBufferPointer<UInt8>, _ bundle: B.Type, in counts: inout Report.Models
  ) {
    if let resource = try? FHIRDecoder().decode(B.Release.AnyResource.self, from: text) {
      count(resource, bundle, in: &counts)
    }
  }

  private static func count<B: ResourceBundle>(
    _ resource: B.Release.AnyResource, _ type: B.Type, in counts: inout Report.Models
  ) {
    let isModelled = resource.model != nil
    if isModelled { counts.built += 1 } else { counts.keptAsText += 1 }
    for entry in B(resource)?.entry ?? [] {
      if let resource = entry.resource { count(resource, type, in: &counts) }
    }
  }
}
