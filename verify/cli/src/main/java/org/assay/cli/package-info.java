/** The {@code assay} command: its subcommands, its exit codes and what it prints. */
@NullMarked
package org.assay.cli;

import org.jspecify.annotations.NullMarked;
