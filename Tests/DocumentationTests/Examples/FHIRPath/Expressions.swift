import FHIRPath
import FHIRSchema

func compileAnExpression() throws -> FHIRPathExpression {
  // begin
  let expression = try FHIRPathExpression("Patient.name.where(use = 'official').given", release: .dstu2)
  // end
  return expression
}

func compileAQuestion() throws -> FHIRPathExpression {
  // begin
  let isAdult = try FHIRPathExpression("Patient.birthDate <= today() - 18 years", release: .dstu2)
  // end
  return isAdult
}

func compileStrictly() throws -> FHIRPathExpression {
  // begin
  let expression = try FHIRPathExpression("Patient.name.given", release: .r4, strict: true)
  // end
  return expression
}

func printResults(of expression: FHIRPathExpression, over bytes: [UInt8]) throws {
  // begin
  var evaluator = FHIRPathEvaluator()
  let record = try FHIRPathRecord(bytes)
  for value in try evaluator.evaluate(expression, over: record) { print(value) }
  // end
}
