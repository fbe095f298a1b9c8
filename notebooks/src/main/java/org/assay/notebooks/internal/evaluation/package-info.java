/** Evaluates the cells of a notebook, one after the other, in one Java shell. */
@NullMarked
package org.assay.notebooks.internal.evaluation;

import org.jspecify.annotations.NullMarked;
