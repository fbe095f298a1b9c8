/** Notebooks as files: their canonical form, and whether their outputs are up to date. */
@NullMarked
package org.assay.notebooks.document;

import org.jspecify.annotations.NullMarked;
