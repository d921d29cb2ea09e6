/// What people allowed clients to have, remembered for the next time.
///
/// 1. One living consent for a person and a client; allowing more adds to it.
/// 2. It decides whether to ask again, and gives nothing by itself: grants do.
///
/// Owns: oauth.consents. May use: client, directory ids, platform.
@NullMarked
package dev.keystead.consent;

import org.jspecify.annotations.NullMarked;
