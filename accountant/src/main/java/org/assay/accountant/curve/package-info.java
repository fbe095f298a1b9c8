/** Privacy curves, their composition and their conversions. */
@NullMarked
package org.assay.accountant.curve;

import org.jspecify.annotations.NullMarked;
