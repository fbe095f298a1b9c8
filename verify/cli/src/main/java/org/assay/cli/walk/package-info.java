/**
 * The verb {@code walk}: bounds on the last iterate of noisy stochastic gradient descent from above
 * and from below.
 */
@NullMarked
package org.assay.cli.walk;

import org.jspecify.annotations.NullMarked;
