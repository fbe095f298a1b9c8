/** Private selection: the best of a random number of private runs, with the event it spent. */
@NullMarked
package org.assay.algorithms.internal.tuning;

import org.jspecify.annotations.NullMarked;
