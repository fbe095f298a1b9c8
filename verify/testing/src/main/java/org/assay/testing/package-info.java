/** Privacy audits inside JUnit and jqwik test suites. */
@NullMarked
package org.assay.testing;

import org.jspecify.annotations.NullMarked;
