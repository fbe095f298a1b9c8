/** Audit reports as JSON, HTML, JUnit XML and SARIF. */
@NullMarked
package org.assay.verify.report;

import org.jspecify.annotations.NullMarked;
