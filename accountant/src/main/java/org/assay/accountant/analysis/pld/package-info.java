/** From an event to its privacy loss distribution, one visitor for one run. */
@NullMarked
package org.assay.accountant.analysis.pld;

import org.jspecify.annotations.NullMarked;
