/**
 * Certified lower bounds on the privacy loss of noisy gradient descent, from instances whose last
 * iterate is a clamped random walk.
 */
@NullMarked
package org.assay.verify.walk;

import org.jspecify.annotations.NullMarked;
