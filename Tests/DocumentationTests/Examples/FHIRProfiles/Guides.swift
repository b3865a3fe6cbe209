import FHIRProfiles
import FHIRValidation

func judgeByAGuide() -> Validator {
  // begin
  let validator = Validator(guides: Guide.published.filter { $0.name == "us-core" })
  // end
  return validator
}
