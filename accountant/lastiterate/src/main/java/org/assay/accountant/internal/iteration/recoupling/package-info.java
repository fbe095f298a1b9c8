/**
 * Clipped re-coupling: profiles on a lattice of losses, improved in stages, and the bounds between
 * neighbouring data from any two points that they begin with.
 */
@NullMarked
package org.assay.accountant.internal.iteration.recoupling;

import org.jspecify.annotations.NullMarked;
