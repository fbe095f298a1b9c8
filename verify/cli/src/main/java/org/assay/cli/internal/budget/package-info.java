/**
 * The subcommand {@code budget}: what may still be spent, by name, in a store that a team shares.
 */
@NullMarked
package org.assay.cli.internal.budget;

import org.jspecify.annotations.NullMarked;
