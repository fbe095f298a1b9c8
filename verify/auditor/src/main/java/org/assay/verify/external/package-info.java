/** Mechanisms from outside: programs that speak JSON Lines, and classes from a jar. */
@NullMarked
package org.assay.verify.external;

import org.jspecify.annotations.NullMarked;
