import FHIRValidation

func validatorOfSomeRules() throws -> Validator {
  // begin
  var options = ValidationOptions()
  options.rules = try RuleSelection(except: ["narrative", "code/misspelt-system"])
  let validator = Validator(options: options)
  // end
  return validator
}

func optionsOfSomeRules() throws -> ValidationOptions {
  // begin
  var options = ValidationOptions()
  options.rules = try RuleSelection(except: ["narrative", "code/misspelt-system"])
  // end
  return options
}
