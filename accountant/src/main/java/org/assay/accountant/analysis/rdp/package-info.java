/** From an event to its Rényi curve, one visitor for one run. */
@NullMarked
package org.assay.accountant.analysis.rdp;

import org.jspecify.annotations.NullMarked;
