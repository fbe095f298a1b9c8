/** How outputs are written: the numbers and words of a text, and the form of written numbers. */
@NullMarked
package org.assay.verify.internal.writing;

import org.jspecify.annotations.NullMarked;
