/** Rényi and hockey-stick divergences of named pairs of distributions, as enclosures. */
@NullMarked
package org.assay.accountant.divergence;

import org.jspecify.annotations.NullMarked;
