/**
 * Amplification by iteration: how the shifts of contractive noisy iterations are best spread over
 * their noise, certificates of that, and a checker that searches for nothing.
 */
@NullMarked
package org.assay.accountant.internal.iteration.allocation;

import org.jspecify.annotations.NullMarked;
