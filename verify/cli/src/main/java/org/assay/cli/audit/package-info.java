/** The verb {@code audit}: audits the claims of a file and reports what was found. */
@NullMarked
package org.assay.cli.audit;

import org.jspecify.annotations.NullMarked;
