/** Amplification by iteration: privacy of the last iterate of contractive noisy iterations. */
@NullMarked
package org.assay.accountant.iteration;

import org.jspecify.annotations.NullMarked;
