/** The verb {@code utility}: studies of what privately trained models are worth. */
@NullMarked
package org.assay.cli.utility;

import org.jspecify.annotations.NullMarked;
