/** Tests that a mechanism, an event or an algorithm of one's own inherits. */
@NullMarked
package org.assay.testing.contract;

import org.jspecify.annotations.NullMarked;
