/** Every algorithm by name, ready to be calibrated, trained and audited. */
@NullMarked
package org.assay.algorithms.registry;

import org.jspecify.annotations.NullMarked;
