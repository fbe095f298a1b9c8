/** Report files: pages with tables and plots, each complete or not there. */
@NullMarked
package org.assay.cli.internal.page;

import org.jspecify.annotations.NullMarked;
