/** From an event to its Gaussian differential privacy, one visitor for one run. */
@NullMarked
package org.assay.accountant.analysis.gdp;

import org.jspecify.annotations.NullMarked;
