/** What the user guide shows, compiled and run. */
@NullMarked
package org.assay.testing.guide;

import org.jspecify.annotations.NullMarked;
