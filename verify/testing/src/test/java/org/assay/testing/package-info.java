/** What several tests share. */
@NullMarked
package org.assay.testing;

import org.jspecify.annotations.NullMarked;
