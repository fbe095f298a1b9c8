/** Where a run of the command prints to, and how it tells a watching person how far it is. */
@NullMarked
package org.assay.cli.internal.terminal;

import org.jspecify.annotations.NullMarked;
