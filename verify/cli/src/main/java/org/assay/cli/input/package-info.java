/** Reading what users write: located values whose errors name the file, the line and the field. */
@NullMarked
package org.assay.cli.input;

import org.jspecify.annotations.NullMarked;
