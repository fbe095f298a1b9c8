/** Mixing: the walk of the distance of two coupled runs bounds how soon a run forgets its start. */
@NullMarked
package org.assay.accountant.internal.iteration.mixing;

import org.jspecify.annotations.NullMarked;
