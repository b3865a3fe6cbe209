import Synchronization

/// Answers the authorization sheet in tests, in place of the user.
///
/// ```swift
/// let responder = AuthorizationResponder.byType(read: [.clinicalType(.allergyRecord)])
/// let store = HealthStore(responder: responder)
/// ```
public struct AuthorizationResponder: Sendable {
  private let answer: @Sendable (AuthorizationSheet) async -> AuthorizationAnswer

  /// Answers each sheet with a closure.
  public init(_ answer: @escaping @Sendable (AuthorizationSheet) async -> AuthorizationAnswer) { self.answer = answer }

  /// The answer to a sheet.
  public func respond(to sheet: AuthorizationSheet) async -> AuthorizationAnswer { await answer(sheet) }

  /// Grants everything.
  public static let grantAll = AuthorizationResponder { sheet in
    .decide(
      AuthorizationAnswer.Grants(
        share: Set(sheet.share), read: Set(sheet.read), objects: Set(sheet.objects.map(\.uuid))))
  }

  /// Denies everything.
  public static let denyAll = AuthorizationResponder { _ in .decide(AuthorizationAnswer.Grants()) }

  /// Closes the sheet.
  public static let cancel = AuthorizationResponder { _ in .cancel }

  /// Grants these types and denies the rest.
  public static func byType(
    share: Set<ObjectType> = [], read: Set<ObjectType> = [], currentRecords: Set<ObjectType> = []
  ) -> AuthorizationResponder {
    AuthorizationResponder { _ in
      .decide(AuthorizationAnswer.Grants(share: share, read: read, currentRecords: currentRecords))
    }
  }

  /// Answers successive sheets; closes further sheets after the last answer.
  public static func scripted(_ answers: [AuthorizationAnswer]) -> AuthorizationResponder {
    let rest = Mutex(answers[...])
    return AuthorizationResponder { _ in rest.withLock { $0.popFirst() ?? .cancel } }
  }
}
