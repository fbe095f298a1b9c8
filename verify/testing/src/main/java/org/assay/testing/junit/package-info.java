/** Audits as JUnit Jupiter tests. */
@NullMarked
package org.assay.testing.junit;

import org.jspecify.annotations.NullMarked;
