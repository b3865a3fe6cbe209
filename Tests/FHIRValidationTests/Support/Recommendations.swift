import FHIRValidation

extension ValidationOptions {
  /// All rules but the recommendation that a resource has a narrative, which few small records follow.
  static let withoutRecommendations: ValidationOptions = {
    var options = ValidationOptions()
    do {
      options.rules = try RuleSelection(except: [InvariantExamplesTests.recommendation])
    } catch {
      preconditionFailure("\(error)")
    }
    return options
  }()
}
