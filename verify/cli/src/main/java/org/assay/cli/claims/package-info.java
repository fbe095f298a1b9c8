/** Claims files: what they may say, and the audits they ask for. */
@NullMarked
package org.assay.cli.claims;

import org.jspecify.annotations.NullMarked;
