/** Relations between answers that must hold whatever the way to them. */
@NullMarked
package org.assay.cli.relations;

import org.jspecify.annotations.NullMarked;
