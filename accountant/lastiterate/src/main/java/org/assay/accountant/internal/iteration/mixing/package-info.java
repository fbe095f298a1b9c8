/** How soon a run forgets where it was: the walk of the distance of two coupled runs. */
@NullMarked
package org.assay.accountant.internal.iteration.mixing;

import org.jspecify.annotations.NullMarked;
