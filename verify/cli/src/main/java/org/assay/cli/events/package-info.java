/** Reading descriptions of what was run: a tree of events in YAML or JSON. */
@NullMarked
package org.assay.cli.events;

import org.jspecify.annotations.NullMarked;
