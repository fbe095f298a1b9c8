/** The verb {@code canaries}: evidence about trainings that ran elsewhere. */
@NullMarked
package org.assay.cli.canaries;

import org.jspecify.annotations.NullMarked;
