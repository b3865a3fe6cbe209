/// The schema text of each release, one static member a release, in the form that `Schemas/README.md` describes.
///
/// A literal of text compiles in no time, where one of structs would take gigabytes of memory.
package enum GeneratedSchema {}
