public import FHIRDiagnostics

extension RuleCatalog {
  /// The rules about profiles and the definitions of extensions.
  public static let profiles = RuleCatalog([
    .profileConstraint,
    .profileExtensionContext,
    .profileFixedValue,
    .profileMissingElement,
    .profileMissingSlice,
    .profileNotInASlice,
    .profileNotInExtensibleValueSet,
    .profileNotInValueSet,
    .profilePattern,
    .profileSliceOrder,
    .profileTooLong,
    .profileTooManyValues,
    .profileUnknownModifier,
    .profileUnmetProfile,
    .profileValueRange,
    .profileWrongTarget,
    .profileWrongType,
  ])
}
