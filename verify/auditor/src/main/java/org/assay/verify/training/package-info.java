/** Audits of training: canaries in one run, noisy gradients step by step, last iterates. */
@NullMarked
package org.assay.verify.training;

import org.jspecify.annotations.NullMarked;
