/// The packaged product from outside: started as a process, used over HTTP and in a real browser, and mistreated.
///
/// Start reading at [Product], which runs `keystead` as its users do; [FirstRequestsTest] is the shortest story.
///
/// Invariants:
///
/// 1. Nothing here imports a class of the product. What cannot be seen from outside is not tested here.
/// 2. Nothing is left behind: each process is ended and each folder deleted, also when a test fails.
/// 3. No test waits for a time to pass; it waits for something to happen, with a generous limit.
///
/// Applications of others sign people in here, each by its own library: [OpenidClientTest], [Oauth4webapiTest],
/// [SpringSecurityTest], [NimbusClientTest]; [PlainPagesTest] walks the pages in HtmlUnit. They share one
/// installation over TLS, [TlsInstallation], and have a workspace each.
///
/// May use: the JDK, Jackson, pgjdbc (as an operator would use psql), Playwright with the system's Chromium,
/// HtmlUnit, the Nimbus SDK. As processes: curl, Node.js with what `node/package-lock.json` names, and the
/// application in `spring`; Keycloak, which bin/test fetches.
@NullMarked
package dev.keystead.acceptance;

import org.jspecify.annotations.NullMarked;
