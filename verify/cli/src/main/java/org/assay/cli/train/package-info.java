/** The verb {@code train}: trains the algorithms of the registry on files. */
@NullMarked
package org.assay.cli.train;

import org.jspecify.annotations.NullMarked;
