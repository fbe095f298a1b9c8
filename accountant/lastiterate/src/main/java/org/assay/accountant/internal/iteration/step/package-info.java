/** One step of noisy SGD: its dominating pair, its contraction, and compositions of the pair. */
@NullMarked
package org.assay.accountant.internal.iteration.step;

import org.jspecify.annotations.NullMarked;
