/**
 * A second evaluation of certificates in plain doubles, which shares with the search only what a
 * certificate says, the table of two starts, and what stands below this and that.
 */
@NullMarked
package org.assay.accountant.internal.iteration.check;

import org.jspecify.annotations.NullMarked;
