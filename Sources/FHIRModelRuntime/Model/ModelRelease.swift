public import FHIRJSON

/// The types that the models of one release consist of. Only one type in each generated module of models conforms.
public protocol ModelRelease: Sendable {
  /// The release's data type `Extension`.
  associatedtype Extension: ExtensionElement where Extension.Release == Self
  /// The release's data type `Meta`.
  associatedtype Meta: MetaElement where Meta.Release == Self
  /// The release's data type `Narrative`.
  associatedtype Narrative: FHIRElement where Narrative.Release == Self
  /// The release's data type for references.
  associatedtype Reference: ReferenceElement where Reference.Release == Self
  /// The types of resources that the release defines.
  associatedtype ResourceType: ModelResourceType
  /// A resource of any type of the release.
  associatedtype AnyResource: AnyFHIRResource where AnyResource.Release == Self
  /// The version of the definitions that the models are made from, such as `1.0.2`.
  static var fhirVersion: String { get }
  /// The tables that decoding and encoding need.
  static var tables: ModelTables<Self> { get }
}

/// The generated data and functions that decoding and encoding need for a release.
public final class ModelTables<Release: ModelRelease>: Sendable {
  /// The release's name for people: `DSTU2`.
  @usableFromInline package let name: String
  /// The member for comments that any element may have, empty if the release has none.
  @usableFromInline package let comments: StaticString
  @usableFromInline package let forms: PrimitiveForms
  /// The members of the object beside a primitive.
  @usableFromInline package let siblings: MemberTable
  @usableFromInline package let modelled, others: MemberTable
  /// Reads the resource with this number in ``modelled`` from an object of the tape.
  @usableFromInline package let read:
    @Sendable (_ number: Int, _ object: TapeIndex, inout TapeReader) -> Release.AnyResource
  @usableFromInline package let keep: @Sendable (RawResource) -> Release.AnyResource
  @usableFromInline package let write: @Sendable (Release.AnyResource, inout ElementWriter) -> Void
  let readHead: @Sendable (RawJSON) -> ResourceHead<Release>
  let writeHead: @Sendable (RawJSON, ResourceHead<Release>.Member) -> RawJSON

  @usableFromInline package init(
    name: String, comments: StaticString, forms: PrimitiveForms, modelled: MemberTable, others: MemberTable,
    read: @escaping @Sendable (_ number: Int, _ object: TapeIndex, inout TapeReader) -> Release.AnyResource,
    keep: @escaping @Sendable (RawResource) -> Release.AnyResource,
    write: @escaping @Sendable (Release.AnyResource, inout ElementWriter) -> Void
  ) where Release: StoredRelease {
    (self.name, self.comments, self.forms) = (name, comments, forms)
    siblings = MemberTable(.element, "", comments: comments)
    (self.modelled, self.others, self.read, self.keep, self.write) = (modelled, others, read, keep, write)
    readHead = { ResourceHead(reading: $0) }
    writeHead = { ResourceHead.write($1, into: $0) }
  }
}

/// A release in the form that the generic code of this module needs: its extensions can be read and written.
@usableFromInline package protocol StoredRelease: ModelRelease where Extension: ElementContent, Meta: ElementContent {}

extension ModelRelease {
  @usableFromInline package static func members(_ kind: MemberTable.Kind, _ text: StaticString) -> MemberTable {
    MemberTable(kind, text, comments: tables.comments)
  }
}
