import FHIRProfiles
import FHIRTape
import Synchronization

/// The working memory of a walk, and what it leaves for the next walk: good texts and values.
///
/// A verdict "good" does not depend on the input. So later files profit from earlier ones, and a small one does not pay
/// for large tables.
final class WalkerMemory: @unchecked Sendable {
  // @unchecked: one walk owns it at a time, see `WalkerMemoryPool`.

  /// Names of code systems, units, and codes with their value sets, that were found good.
  let goodSystems: TextMemo
  let goodUnits: TextMemo
  let goodCodes: TextMemo
  /// Values that need not be judged a second time.
  let goodValues = ValueMemo.allocate()
  /// References that need not be judged again. They are far more numerous and must not evict other values.
  let goodReferences = ValueMemo.allocate()
  /// The first key of each slot of an object, followed by the first `_` siblings.
  let valueKeys: UnsafeMutablePointer<TapeIndex>
  /// 64 numbers for each nesting depth.
  let choices: UnsafeMutablePointer<UInt16>
  private let words: UnsafeMutablePointer<UInt64>
  /// The judge of profiles, with what it knows to be good; `nil` until there is need of it.
  var judge: ProfileJudge?
  /// How often `forget` had been called on the pool when this memory was made.
  let generation: Int
  /// What is remembered at all.
  let shortcuts: Shortcuts

  init(_ options: ValidationOptions, generation: Int = 0) {
    self.generation = generation
    shortcuts = options.shortcuts
    let maximumDepth = options.readableDepth
    // A word has room for four choices.
    words = .allocate(capacity: 3 * TextMemo.size + 128 + (maximumDepth + 2) * 16)
    goodSystems = TextMemo(at: words, isKept: shortcuts.contains(.texts))
    goodUnits = TextMemo(at: words + TextMemo.size, isKept: shortcuts.contains(.texts))
    goodCodes = TextMemo(at: words + 2 * TextMemo.size, isKept: shortcuts.contains(.texts))
    valueKeys = UnsafeMutableRawPointer(words + 3 * TextMemo.size).bindMemory(to: TapeIndex.self, capacity: 128)
    choices = UnsafeMutableRawPointer(words + 3 * TextMemo.size + 128)
      .bindMemory(to: UInt16.self, capacity: (maximumDepth + 2) * 64)
  }

  deinit {
    words.deallocate()
    goodValues.deallocate()
    goodReferences.deallocate()
  }
}

/// The idle memories of a validator: about as many as walks were active at the same time.
///
/// They are divided among several shelves, each with a separate lock; a walk that finds one locked tries the next. A
/// walk over a small file is so short that with a single lock many threads would mostly wait.
final class WalkerMemoryPool: Sendable {
  private final class Shelf: Sendable {
    let idle = Mutex<[WalkerMemory]>([])
  }

  private let shelves = (0..<8).map { _ in Shelf() }
  private let options: ValidationOptions
  private let generation = Atomic(0)

  init(_ options: ValidationOptions) { self.options = options }

  /// How many memories are kept.
  var count: Int { shelves.reduce(0) { $0 + $1.idle.withLock(\.count) } }

  /// Takes a memory that is not in use; the caller must give it back.
  func take() -> WalkerMemory {
    for shelf in shelves {
      if let memory = shelf.idle.withLockIfAvailable({ $0.popLast() }) ?? nil { return memory }
    }
    // A new one costs more than a short wait, and is kept.
    for shelf in shelves {
      if let memory = shelf.idle.withLock({ $0.popLast() }) { return memory }
    }
    return WalkerMemory(options, generation: generation.load(ordering: .sequentiallyConsistent))
  }

  func giveBack(_ memory: WalkerMemory) {
    if !options.shortcuts.contains(.memories) { return }
    for shelf in shelves where shelf.idle.withLockIfAvailable({ keep(memory, in: &$0) }) != nil { return }
    shelves[0].idle.withLock { keep(memory, in: &$0) }
  }

  /// Call this with the shelf locked: `forget` changes the generation before it clears that shelf.
  private func keep(_ memory: WalkerMemory, in idle: inout [WalkerMemory]) {
    if memory.generation == generation.load(ordering: .sequentiallyConsistent) { idle.append(memory) }
  }

  /// Frees all idle memories, and those in use as soon as their walks give them back.
  func forget() {
    generation.add(1, ordering: .sequentiallyConsistent)
    for shelf in shelves { shelf.idle.withLock { $0 = [] } }
  }
}
