/// The routes that every Keystead server has, whatever features it runs: probes, metrics, static files, the front page,
/// the OpenAPI document and the reference made from it.
///
/// Invariants
///
/// 1. The document and the reference come from the route table itself: each route is in both, and nothing else is.
/// 2. Each schema reference resolves, and each record has one name.
/// 3. The probes carry no credential and tell nothing but the names of checks and whether they pass.
///
/// May use: `platform.http`, `platform.html`, `platform.json`, and Jackson for the document's tree.
@NullMarked
package dev.keystead.platform.http.site;

import org.jspecify.annotations.NullMarked;
