package import FHIRDiagnostics

extension RuleCatalog {
  /// The rules about SMART Health Cards, besides those about the records in them.
  package static let cards = RuleCatalog([
    .damagedPayload,
    .expired,
    .invalidChunks,
    .invalidClaim,
    .invalidHeader,
    .invalidKey,
    .longAddress,
    .malformed,
    .missingClaim,
    .notMinified,
    .notMinimal,
    .notYetValid,
    .revoked,
    .tooLarge,
    .unknownKey,
    .wrongIssuer,
    .wrongSignature,
  ])

  /// Those about cards of which nothing can be read.
  package static let unreadableCards = RuleCatalog([
    .damagedPayload, .invalidChunks, .invalidHeader, .malformed, .tooLarge,
  ])
}
