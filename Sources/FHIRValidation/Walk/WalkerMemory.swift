import Synchronization

/// The memory that a walk works in, and what it leaves there for the next one: which texts and values are good.
///
/// What is good does not depend on the input. So one file after another profits from those before, and a small one does
/// not pay for large tables.
final class WalkerMemory: @unchecked Sendable {
  // @unchecked: one walk has it at a time, see `WalkerMemoryPool`.

  /// Names of code systems, units, and codes with their value sets, that were judged and are good.
  let goodSystems: TextMemo
  let goodUnits: TextMemo
  let goodCodes: TextMemo
  /// Values that need not be judged a second time.
  let goodValues = ValueMemo.allocate()
  /// References that need not, which are far more and must not drive out the others.
  let goodReferences = ValueMemo.allocate()
  /// The first key of each slot of an object, and behind those the first `_` sibling.
  let valueKeys: UnsafeMutablePointer<Int>
  /// 64 numbers for each nesting depth.
  let choices: UnsafeMutablePointer<UInt16>
  private let words: UnsafeMutablePointer<UInt64>
  /// How often its pool had been told to forget when the memory was made.
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
    valueKeys = UnsafeMutableRawPointer(words + 3 * TextMemo.size).bindMemory(to: Int.self, capacity: 128)
    choices = UnsafeMutableRawPointer(words + 3 * TextMemo.size + 128)
      .bindMemory(to: UInt16.self, capacity: (maximumDepth + 2) * 64)
  }

  deinit {
    words.deallocate()
    goodValues.deallocate()
    goodReferences.deallocate()
  }
}

/// The memories of a validator that no walk has at the moment: about as many as walks have been under way at once.
///
/// They are divided among several shelves, each with a lock of its own; a walk that finds one locked tries the next. A
/// walk over a small file is so short that many threads would only wait for each other at a single lock.
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

  /// A memory that nobody else has; whoever takes it gives it back.
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

  /// The number is read with the shelf locked: `forget` changes it before it clears that shelf.
  private func keep(_ memory: WalkerMemory, in idle: inout [WalkerMemory]) {
    if memory.generation == generation.load(ordering: .sequentiallyConsistent) { idle.append(memory) }
  }

  /// Frees all memories that are kept, and those that walks have at the moment as soon as these give them back.
  func forget() {
    generation.add(1, ordering: .sequentiallyConsistent)
    for shelf in shelves { shelf.idle.withLock { $0 = [] } }
  }
}
