public import FHIRRowStore

/// What ``RecordIndex`` throws when a temporary file cannot be made, written or read.
public typealias TemporaryFileError = FHIRRowStore.TemporaryFileError
