internal import HealthKitNames
import Foundation
import HealthRecordStore

extension QueryAnchor {
  /// Encodes HealthKit's anchor.
  init(_ anchor: HKQueryAnchor) throws {
    self.init(data: Array(try NSKeyedArchiver.archivedData(withRootObject: anchor, requiringSecureCoding: true)))
  }

  /// HealthKit's anchor; throws if another store made this one.
  func healthKitAnchor() throws -> HKQueryAnchor {
    let anchor = try? NSKeyedUnarchiver.unarchivedObject(ofClass: HKQueryAnchor.self, from: Data(data))
    guard let anchor else { throw HealthError(.errorInvalidArgument, "The anchor is not one of HealthKit's") }
    return anchor
  }
}
