import FHIRProfiles
import FHIRValidation

func judgeByDefinitions(_ bytesOfDefinitions: [UInt8], _ bytesOfRecords: [UInt8]) -> ValidationResult {
  // begin
  var library = ProfileLibrary()
  library.add(bytesOfDefinitions)
  let validator = Validator(library: library, profiles: ["http://example.org/StructureDefinition/my-patient"])
  let result = validator.validate(bytesOfRecords)
  // end
  return result
}

func addADefinition(_ patientProfile: [UInt8]) -> Validator {
  // begin
  var library = ProfileLibrary()
  library.add(patientProfile)
  let validator = Validator(library: library, profiles: ["http://example.org/StructureDefinition/my-patient"])
  // end
  return validator
}
