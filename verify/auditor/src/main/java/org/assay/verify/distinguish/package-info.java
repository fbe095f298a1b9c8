/** Learning, from past outcomes only, events that tell adjacent datasets apart. */
@NullMarked
package org.assay.verify.distinguish;

import org.jspecify.annotations.NullMarked;
