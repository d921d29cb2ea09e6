/// The typed route table, and the one way in which every request goes through it.
///
/// A feature lists its [Route]s: method, template, who may call, what is audited, what is taken and
/// answered. The same list drives the server, the OpenAPI document, the reference page and the cross-tenant
/// tests.
///
/// Invariants
///
/// 1. A route without an access policy does not compile, nor does one that changes something without its
///    audit action.
/// 2. Refusals come in one order: 404 path, 405, 401, 404 workspace, 403, then 400. A foreign id and an
///    absent one get the same bytes, except for the request id.
/// 3. The tenant comes from the credential, the path `/t/{slug}` or a configured host, never from a body.
/// 4. A changing route on a tenant runs in one transaction: returned means commit, thrown means rollback.
///    Success without an audit mark is a bug and is rolled back.
/// 5. Bodies, headers, time and the number of requests at once are bounded; what is over a bound is refused
///    with a status that says so.
/// 6. Nothing of a failure goes out but the request id; the cause is in the log.
/// 7. No address is made from a request's host unless the configuration knows that host.
/// 8. A certificate of a client comes from TLS or from a trusted proxy; a header from anybody else is not
///    read.
///
/// May use: `tenancy`, `platform.json`, `platform.html`, `platform.text`, `platform.tls`, and Jetty (in
/// [HttpServer] and its neighbours alone). It knows no feature.
@NullMarked
package dev.keystead.platform.http;

import org.jspecify.annotations.NullMarked;
