/// Personal access tokens: with one, a program acts as the person who made it.
///
/// 1. A token is shown once; we keep its HMAC. It names its owner's workspace, so that looking it up stays
///    inside the wall.
/// 2. A token carries scopes and no place: what its owner may do where the path leads is asked per request.
/// 3. A revoked token stops working on every node within a second; one whose owner is suspended or deleted
///    too.
/// 4. Of two who rotate the same token at once, one gets a new one. The old one works as long as was
///    wished, at most a day.
/// 5. Last use is kept to ten minutes, without a write per request.
///
/// Tables: admin.personal_access_tokens. May use: apikey (its rule of overlaps), directory, policy,
/// platform.
@NullMarked
package dev.keystead.pat;

import org.jspecify.annotations.NullMarked;
