/// Load programs: what a server costs for one operation, side by side with its peers.
///
/// Start reading at `Bench` (the command line), `Rounds` (runs interleaved in rounds), `Load` (one
/// closed-loop load) and `UserLoop` (one virtual user). What users do is a `Scenario`: `OidcScenario` with
/// `OidcUser`, or `HttpScenario` with `HttpUser`; `OidcTarget` and `HttpTarget` make them from a properties
/// file. `KeysteadSuite` is the default suite. `Report` tells the `Figure`s. `DeviceSuite` counts operations in place
/// of
/// time, beside `BareSignatures`, and `SignatureShares` tells of it.
///
/// Invariants:
///
/// 1. No byte goes to a host that is not loopback: every connection is opened by `HttpConnection.open`, which
///    asks `HttpUrl.loopbackAddress`, which never looks a name up.
/// 2. CPU is counted once: PostgreSQL is taken out of the tree of the server that started it, and the
///    generator is counted without its children.
/// 3. An iteration counts as success only if its answer was the expected one, and its latency counts only then.
/// 4. An unknown key or option is refused by name before anything is sent.
/// 5. Only processes that were started here are ever signalled.
///
/// It uses the JDK alone and nothing of the other modules, so that it cannot share a mistake with what it
/// measures. For bare signatures it loads the provider of others that the server has among its libraries.
@NullMarked
package dev.keystead.bench;

import org.jspecify.annotations.NullMarked;
