/** Trains the algorithms of the registry on files, and measures what the models are worth. */
@NullMarked
package org.assay.cli.train;

import org.jspecify.annotations.NullMarked;
