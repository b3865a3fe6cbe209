/// The built-in definitions, one static member for each folder of `Schemas/guides`, in the form that
/// `Schemas/README.md` describes.
enum GeneratedGuides {
  /// The guides that a caller may choose.
  static let guides = [argonaut, usCore]

  /// The definitions of the releases themselves, which are available wherever records are judged by profiles, and what is
  /// corrected in other packages.
  static let ofReleases = [dstu2Extensions, r4Extensions, r4Profiles, otherPackages]
}
