/** The help of the command, and scripts that complete its words. */
@NullMarked
package org.assay.cli.internal.help;

import org.jspecify.annotations.NullMarked;
