// zlib of the system: part of macOS, and among what Swift itself asks for on Linux (zlib1g-dev, zlib-devel).
//
// Without files: the headers of the C library, which gzip files on disk would need, would otherwise count as part of this
// module, and whoever uses their types would have to import it.
#define Z_SOLO
#include <zlib.h>
