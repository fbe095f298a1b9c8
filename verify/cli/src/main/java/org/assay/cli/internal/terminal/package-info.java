/** The output of a run of the command, and its progress for a watching person. */
@NullMarked
package org.assay.cli.internal.terminal;

import org.jspecify.annotations.NullMarked;
