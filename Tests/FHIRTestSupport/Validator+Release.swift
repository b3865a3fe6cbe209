public import FHIRSchema
public import FHIRValidation

extension Validator {
  /// A validator that judges everything by one release: for fragments that do not show theirs, and for faults that are
  /// valid in another.
  public static func insisting(
    on release: FHIRRelease = .dstu2, options: ValidationOptions = ValidationOptions()
  ) -> Validator {
    guard let validator = Validator(release: release, options: options) else {
      preconditionFailure("no definitions of \(release)")
    }
    return validator
  }
}
