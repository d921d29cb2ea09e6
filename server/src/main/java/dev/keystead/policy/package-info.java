/// What each workspace decides for itself: how its pages look, who may sign up, and how people sign in.
///
/// Invariants
///
/// 1. What a workspace has not decided is usual: every policy and every member of one has a value that works.
/// 2. A decision is seen by every node within a second; reading one costs no query otherwise.
/// 3. A policy that is kept is a whole and valid record: what is wrong or unknown is refused before it is stored.
/// 4. A logo is told by its first bytes, is a picture that runs nothing, and is served by us alone.
/// 5. One place reads what is in force: [Policies#inForce].
///
/// Tables: admin.policies, admin.brand_logos.
/// May use: audit, platform.
@NullMarked
package dev.keystead.policy;

import org.jspecify.annotations.NullMarked;
