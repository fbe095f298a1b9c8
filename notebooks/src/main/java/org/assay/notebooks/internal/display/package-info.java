/** What a cell can show besides text: images, HTML, and its own choice of representations. */
@NullMarked
package org.assay.notebooks.internal.display;

import org.jspecify.annotations.NullMarked;
