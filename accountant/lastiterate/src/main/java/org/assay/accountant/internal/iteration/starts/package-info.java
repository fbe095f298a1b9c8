/**
 * A table of bounds on how well two runs on the same data can be distinguished by their starting
 * points. The table does not depend on the run.
 */
@NullMarked
package org.assay.accountant.internal.iteration.starts;

import org.jspecify.annotations.NullMarked;
