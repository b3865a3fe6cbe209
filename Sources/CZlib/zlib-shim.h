// zlib of the system: part of macOS, and among what Swift itself asks for on Linux (zlib1g-dev, zlib-devel).
#include <zlib.h>
