/** Seeded runs of a mechanism on adjacent datasets, and what came out of them. */
@NullMarked
package org.assay.verify.trial;

import org.jspecify.annotations.NullMarked;
