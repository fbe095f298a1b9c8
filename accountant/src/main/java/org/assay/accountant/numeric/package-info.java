/**
 * Enclosures, directed rounding and certified special functions. No privacy words here; internal to
 * Assay.
 */
@NullMarked
package org.assay.accountant.numeric;

import org.jspecify.annotations.NullMarked;
