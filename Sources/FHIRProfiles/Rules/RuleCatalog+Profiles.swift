public import FHIRDiagnostics

extension RuleCatalog {
  /// The rules about profiles and the definitions of extensions.
  public static let profiles = RuleCatalog([
    .profileConstraint,
    .profileExtensionContext,
    .profileFixedValue,
    .profileRequiredElement,
    .profileMissingSlice,
    .profileNotInASlice,
    .profileOutsideExtensibleValueSet,
    .profileOutsideValueSet,
    .profilePattern,
    .profileSliceOrder,
    .profileTargetPlace,
    .profileTooLong,
    .profileTooManyValues,
    .profileUnknownModifier,
    .profileUnmetProfile,
    .profileValueRange,
    .profileWrongTarget,
    .profileWrongType,
  ])
}
