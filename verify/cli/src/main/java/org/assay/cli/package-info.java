/** The {@code assay} command: its verbs, its exit codes and what it prints. */
@NullMarked
package org.assay.cli;

import org.jspecify.annotations.NullMarked;
