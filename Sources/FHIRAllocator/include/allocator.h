/// What a benchmark asks of the C library's allocator: to keep still, and to say how often it was called.

#ifndef ALLOCATOR_H
#define ALLOCATOR_H

#include <stdbool.h>
#include <stdint.h>

/// Keeps freed memory in the process, where the library can be told to.
///
/// glibc gives the top of the heap back to the system whenever enough of it is free, and asks for it again a moment
/// later. Whether that happens depends on which blocks lie on top: with several stages in one process it took
/// JSONSerialization, which frees a whole tree after each document, a third of its speed, and so flattered ours.
void allocator_keep_freed_memory(void);

/// Whether calls can be counted: on Linux with glibc, unless a sanitizer replaces the allocator itself.
bool allocation_count_is_available(void);

/// Sets the count to zero and begins to count calls that ask for memory, on all threads.
void allocation_count_start(void);

/// Ends counting and returns the number of calls since it began.
uint64_t allocation_count_stop(void);

#endif
