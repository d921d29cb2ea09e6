/// Journeys of browsers to other identity providers and back.
///
/// 1. A journey is come back from once, within ten minutes, in the browser that it began in, from the provider that it
///    led to.
/// 2. What the protocol must remember meanwhile is in an envelope, and found by what the provider sends back.
///
/// Tables: auth.federation_journeys. May use: login, connection, session, directory, job, platform.
@NullMarked
package dev.keystead.federation.journey;

import org.jspecify.annotations.NullMarked;
