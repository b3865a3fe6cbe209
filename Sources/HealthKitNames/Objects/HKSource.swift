#if !canImport(HealthKit)
  public import Foundation
  import HealthRecordStore

  /// An app, a device, or an institution that records come from. Two of one bundle identifier are equal.
  public final class HKSource: NSObject, Sendable {
    /// The name that people see: of a clinical record, the institution.
    public let name: String
    /// What tells the source from others: the app's, or one that stands for the institution.
    public let bundleIdentifier: String
    /// The store's name of the source.
    let storeName: String?

    init(name: String?, bundleIdentifier: String) {
      self.name = name ?? ""
      self.bundleIdentifier = bundleIdentifier
      storeName = name
    }

    /// The app itself.
    public class func `default`() -> HKSource { SimulatedDevice.current.app }

    /// The hash of the bundle identifier.
    public override var hash: Int { bundleIdentifier.hashValue }
    /// Whether the bundle identifiers are the same.
    public override func isEqual(_ object: Any?) -> Bool {
      (object as? HKSource)?.bundleIdentifier == bundleIdentifier
    }
  }

  /// A source, and which version of it.
  public final class HKSourceRevision: NSObject, Sendable {
    /// The source.
    public let source: HKSource
    /// The version of the app, `nil` when unknown.
    public let version: String?

    /// Makes a revision.
    public init(source: HKSource, version: String?) {
      self.source = source
      self.version = version
    }
  }
#endif
