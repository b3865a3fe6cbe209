import FHIRTape
import Synchronization

/// A walker that one run after another uses, and what it has learned.
final class PooledWalker: @unchecked Sendable {
  // @unchecked: one run owns it at a time, see `WalkerPool`.
  @exclusivity(unchecked) var walker: Walker
  /// How often `forget` had been called on the pool when this walker was made.
  fileprivate let generation: Int

  fileprivate init(_ walker: consuming Walker, generation: Int) {
    self.walker = walker
    self.generation = generation
  }
}

/// What runs over bytes in memory allocate, one after another: it holds parts of the last input.
final class RunMemory: @unchecked Sendable {
  // @unchecked: one run owns it at a time, see `WalkerPool`.
  let reader: ReaderMemory
  @exclusivity(unchecked) var examined = ExaminedRecords()
  fileprivate let generation: Int

  fileprivate init(_ options: ValidationOptions, generation: Int) {
    self.generation = generation
    reader = ReaderMemory(maximumDepth: options.readableDepth, maximumRecordBytes: options.maximumRecordBytes)
  }
}

/// The idle walkers of a validator: about as many as runs were active at the same time. Making a walker takes longer
/// than judging a small record. They are divided among several shelves, each with a separate lock; a run that finds one
/// locked tries the next. A run over a small file is so short that with a single lock many threads would mostly wait.
final class WalkerPool: Sendable {
  private final class Shelf: Sendable { let idle = Mutex<[PooledWalker]>([]) }

  let releases: JudgedReleases
  let options: ValidationOptions
  private let shelves = (0..<8).map { _ in Shelf() }
  private let generation = Atomic(0)
  private let memories = Mutex<[RunMemory]>([])

  /// The largest input, in bytes, after which a walker keeps its buffers. A larger one may leave large buffers.
  static let smallInput = 1 << 20

  init(_ releases: JudgedReleases, _ options: ValidationOptions) {
    self.releases = releases
    self.options = options
  }

  /// How many memories of runs are idle.
  var memoryCount: Int { memories.withLock(\.count) }
  var count: Int { shelves.reduce(0) { $0 + $1.idle.withLock(\.count) } }

  /// Takes a walker that is not in use; the caller must give it back. A new one begins with the release at a place.
  func take(first place: @autoclosure () -> Int) -> PooledWalker {
    for shelf in shelves {
      if let walker = shelf.idle.withLockIfAvailable({ $0.popLast() }) ?? nil { return walker }
    }
    // A new one costs more than a short wait, and is kept.
    for shelf in shelves {
      if let walker = shelf.idle.withLock({ $0.popLast() }) { return walker }
    }
    return PooledWalker(
      Walker(releases, options, LoadedReleases(releases, options), first: place()),
      generation: generation.load(ordering: .sequentiallyConsistent))
  }

  func giveBack(_ walker: PooledWalker, after bytes: Int) {
    if !options.shortcuts.contains(.memories) { return }
    walker.walker.leaveInput(wasLarge: bytes > Self.smallInput)
    for shelf in shelves where shelf.idle.withLockIfAvailable({ keep(walker, in: &$0) }) != nil { return }
    shelves[0].idle.withLock { keep(walker, in: &$0) }
  }

  /// Takes memory for a run; new memory costs less than a wait.
  func takeMemory() -> RunMemory {
    (memories.withLockIfAvailable { $0.popLast() } ?? nil)
      ?? RunMemory(options, generation: generation.load(ordering: .sequentiallyConsistent))
  }

  func giveBack(_ memory: RunMemory, after bytes: Int) {
    if !options.shortcuts.contains(.memories) || bytes > Self.smallInput { return }
    memories.withLockIfAvailable {
      if memory.generation == generation.load(ordering: .sequentiallyConsistent) { $0.append(memory) }
    }
  }

  /// Call this with the shelf locked: `forget` changes the generation before it clears that shelf.
  private func keep(_ walker: PooledWalker, in idle: inout [PooledWalker]) {
    if walker.generation == generation.load(ordering: .sequentiallyConsistent) { idle.append(walker) }
  }

  /// Frees all idle walkers and memories, and those in use as soon as their runs give them back.
  func forget() {
    generation.add(1, ordering: .sequentiallyConsistent)
    for shelf in shelves { shelf.idle.withLock { $0 = [] } }
    memories.withLock { $0 = [] }
  }
}
