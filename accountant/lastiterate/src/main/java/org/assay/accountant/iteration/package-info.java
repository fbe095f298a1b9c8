/**
 * Privacy of the last iterate of noisy gradient descent: the bounds, the search for the best of
 * them, and the checkers of their certificates.
 */
@NullMarked
package org.assay.accountant.iteration;

import org.jspecify.annotations.NullMarked;
