public import FHIRFindings

extension RuleCatalog {
  /// The rules about profiles and the definitions of extensions, and about faults in definitions.
  public static let profiles = RuleCatalog([
    .definitionAmbiguousSlices, .definitionLoosenedBase, .definitionMissingBase, .definitionMissingPart,
    .definitionUnknownPath, .definitionUnreadable, .definitionUnusableConstraint, .profileConstraint,
    .profileExtensionContext, .profileFixedValue, .profileRequiredElement, .profileMissingSlice, .profileNotInASlice,
    .profileOutsideExtensibleValueSet, .profileOutsideValueSet, .profilePattern, .profileSliceOrder,
    .profileTargetPlace, .profileTooLong, .profileTooManyValues, .profileUnknownModifier, .profileUnmetProfile,
    .profileValueRange, .profileWrongTarget, .profileWrongType,
  ])
}
