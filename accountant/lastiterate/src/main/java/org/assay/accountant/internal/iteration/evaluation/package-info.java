/** Evaluation, without search, of the bounds that an argument proves about a run of noisy SGD. */
@NullMarked
package org.assay.accountant.internal.iteration.evaluation;

import org.jspecify.annotations.NullMarked;
