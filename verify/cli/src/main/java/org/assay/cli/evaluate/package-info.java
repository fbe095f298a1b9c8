/** The verb {@code evaluate} and its batch language: JSON Lines in, certified intervals out. */
@NullMarked
package org.assay.cli.evaluate;

import org.jspecify.annotations.NullMarked;
