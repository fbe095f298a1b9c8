/** Deterministic checks that come before statistics: recorded noise replayed on a neighbour. */
@NullMarked
package org.assay.verify.replay;

import org.jspecify.annotations.NullMarked;
