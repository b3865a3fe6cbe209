import ClinicalRecords
import Testing

@testable import HealthRecordStore

@Suite("The state machine of authorization")
struct AuthorizationStateTests {
  static let request = AuthorizationRequest(share: [Clinic.heartRate], read: [Clinic.allergies, Clinic.heartRate])

  /// A state after one sheet.
  static func state(_ grants: AuthorizationAnswer.Grants, at sequence: UInt64 = 5) throws -> AuthorizationState {
    var state = AuthorizationState()
    state.apply(grants, to: try #require(state.sheet(for: request)), at: sequence)
    return state
  }

  @Test func aSheetListsWhatIsUndecidedInTheOrderOfNames() throws {
    let sheet = try #require(AuthorizationState().sheet(for: Self.request, required: [Clinic.allergies]))
    #expect(sheet.share == [Clinic.heartRate])
    #expect(sheet.read == [Clinic.allergies, Clinic.heartRate])
    #expect(sheet.required == [Clinic.allergies])
    #expect(try Self.state(.init()).sheet(for: Self.request) == nil)
  }

  @Test func everythingOnTheSheetIsDecidedAndNothingElse() throws {
    let state = try Self.state(.init(share: [.workoutType()], read: [Clinic.medications]))
    #expect(state.shareStatus(of: Clinic.heartRate) == .sharingDenied)
    #expect(state.shareStatus(of: .workoutType()) == .notDetermined)
    #expect(state.readAccess(to: Clinic.allergies) == .ownOnly)
    #expect(state.readAccess(to: Clinic.medications) == .notDetermined)
  }

  @Test func currentRecordsEndAtTheDecision() throws {
    var state = try Self.state(.init(currentRecords: [Clinic.allergies, Clinic.heartRate]))
    #expect(state.readAccess(to: Clinic.allergies) == .through(5))
    // Only clinical types have this option.
    #expect(state.readAccess(to: Clinic.heartRate) == .all)
    #expect(state.sheet(for: Self.request) == nil)
    state.dataArrived(of: Clinic.allergies)
    let sheet = try #require(state.sheet(for: Self.request))
    #expect(sheet.read == [Clinic.allergies])
    state.apply(.init(currentRecords: [Clinic.allergies]), to: sheet, at: 9)
    #expect(state.readAccess(to: Clinic.allergies) == .through(9))
  }

  @Test func newDataChangeNothingElsewhere() throws {
    for grants in [.init(), .init(read: [Clinic.allergies])] as [AuthorizationAnswer.Grants] {
      var state = try Self.state(grants)
      let before = state
      state.dataArrived(of: Clinic.allergies)
      state.dataArrived(of: Clinic.medications)
      #expect(state == before)
    }
  }

  @Test func requiredTypesAreDeniedOnlyWhenAskedFor() throws {
    let state = try Self.state(.init(read: [Clinic.heartRate]))
    #expect(state.deniesRequired([Clinic.allergies, Clinic.medications], of: Self.request))
    #expect(!state.deniesRequired([Clinic.medications], of: Self.request))
    #expect(!state.deniesRequired([Clinic.allergies], of: AuthorizationRequest(share: [], read: [Clinic.heartRate])))
  }

  @Test func anAppThatMayWriteMayReadItsOwnSamples() {
    var state = AuthorizationState()
    let request = AuthorizationRequest(share: [Clinic.heartRate], read: [])
    #expect(state.readAccess(to: Clinic.heartRate) == .notDetermined)
    if let sheet = state.sheet(for: request) { state.apply(.init(), to: sheet, at: 0) }
    #expect(state.readAccess(to: Clinic.heartRate) == .ownOnly)
  }
}
