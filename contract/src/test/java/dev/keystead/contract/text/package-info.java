/// Tests of what is read off the text of migrations.
@NullMarked
package dev.keystead.contract.text;

import org.jspecify.annotations.NullMarked;
