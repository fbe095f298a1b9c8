/** Numbers and formulas as people type them, read and evaluated without rounding. */
@NullMarked
package org.assay.accountant.internal.formula;

import org.jspecify.annotations.NullMarked;
