/** Families of adjacent pairs, the ones most likely to show a leak first. */
@NullMarked
package org.assay.verify.pairs;

import org.jspecify.annotations.NullMarked;
