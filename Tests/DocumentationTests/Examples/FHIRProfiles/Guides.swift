import FHIRProfiles
import FHIRValidation

func judgeByAGuide() -> Validator {
  // begin
  let validator = Validator(guides: [.usCore])
  // end
  return validator
}
