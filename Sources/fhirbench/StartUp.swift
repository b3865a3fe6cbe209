import FHIRSchema
import FHIRValidation

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
