/** Formulas over named numbers, as users write them. */
@NullMarked
package org.assay.cli.internal.formula;

import org.jspecify.annotations.NullMarked;
