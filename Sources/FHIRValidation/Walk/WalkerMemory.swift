import FHIRProfiles
import FHIRTape

/// The working memory of a walk, and what it leaves for the next walk: good texts and values.
///
/// A verdict "good" does not depend on the input. So later files profit from earlier ones, and a small one does not pay
/// for large tables.
final class WalkerMemory: @unchecked Sendable {
  // @unchecked: one walker owns it, see `WalkerPool`.

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
  /// What is remembered at all.
  let shortcuts: Shortcuts
  /// The code systems whose codes are known.
  let systems: KnownSystems

  init(_ options: ValidationOptions, _ systems: KnownSystems) {
    self.systems = systems
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
