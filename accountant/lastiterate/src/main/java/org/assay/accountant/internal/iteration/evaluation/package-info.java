/** What an argument proves about a run of noisy SGD, evaluated with no search. */
@NullMarked
package org.assay.accountant.internal.iteration.evaluation;

import org.jspecify.annotations.NullMarked;
