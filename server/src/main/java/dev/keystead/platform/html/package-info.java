/// Pages for people: typed templates, design tokens, and static files under names that carry their hash.
///
/// Invariants
///
/// 1. Text reaches a page through a template that escapes by context; there is no other way to make [Html].
/// 2. No page has inline script or style, or loads anything from another host.
/// 3. A static file's address changes with its bytes, so it may be cached for ever.
///
/// 4. A colour that somebody chose is changed until text in it and on it can be read.
///
/// May use: jte, `platform.text`. It knows no route and no feature.
@NullMarked
package dev.keystead.platform.html;

import org.jspecify.annotations.NullMarked;
