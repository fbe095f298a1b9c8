/** What the tests of several packages share. */
@NullMarked
package org.assay.algorithms;

import org.jspecify.annotations.NullMarked;
