/** Smallest adjacent pairs that still refute a claim, certified on runs of their own. */
@NullMarked
package org.assay.verify.shrink;

import org.jspecify.annotations.NullMarked;
