/** Assertions about mechanisms, in the manner of AssertJ. */
@NullMarked
package org.assay.testing.assertion;

import org.jspecify.annotations.NullMarked;
