/// Domains of workspaces: claims, proofs, and what a proven domain does.
///
/// 1. Any number of workspaces may claim a domain; one of all owns it. Who proves it first owns it, and who
///    comes second changes nothing: the owner hears of it.
/// 2. A proof is looked for outside of any transaction, in bounded time, and never inside the installation's
///    own network.
/// 3. What shows that a proof is gone takes the domain away, after a notice and seven days; what shows only
///    that nobody answered does not. A link in a mail proves a domain for a year.
/// 4. The account domain, the installation's own hosts, what lies below them and names that registries hand
///    out names under cannot be claimed.
/// 5. A host of a request means a workspace only while the workspace owns it and lets it serve.
/// 6. Where people are sent depends on the name that they type, never on whether there is such an account.
///
/// RFC 1035 (TXT, truncation and TCP), RFC 2142 (administrative mailboxes), RFC 5890 (A-labels), RFC 8552
/// (names that begin with an underscore), RFC 8615 (`/.well-known/`).
///
/// Tables: identity.workspace_domains, identity.domain_owners.
/// May use: member, lockout, workspace, directory, mail, policy, job, audit, platform, dnsjava.
@NullMarked
package dev.keystead.domain;

import org.jspecify.annotations.NullMarked;
