/** Makes a static site of the project's pages. */
@NullMarked
package org.assay.site;

import org.jspecify.annotations.NullMarked;
