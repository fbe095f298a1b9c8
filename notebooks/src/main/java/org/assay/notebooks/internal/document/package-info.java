/** Notebooks as files: their canonical form, and whether their outputs are up to date. */
@NullMarked
package org.assay.notebooks.internal.document;

import org.jspecify.annotations.NullMarked;
