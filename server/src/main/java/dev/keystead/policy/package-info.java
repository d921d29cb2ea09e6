/// What each workspace decides, or its organisation for it: how pages look, who may sign up, and how people
/// sign in.
///
/// Invariants
///
/// 1. What a workspace has not decided is what its organisation has, and what neither has is usual: every
///    policy and every member of one has a value that works.
/// 2. What an organisation enforces holds in all of its workspaces, whatever they had decided before, but for what
///    they decided more strictly. One place says what is stricter: `Strictness`.
/// 3. A decision, of either, is seen by every node within a second; reading one costs no query otherwise.
/// 4. A policy that is kept is a whole and valid record: what is wrong or unknown is refused before it is
///    stored.
/// 5. A logo is told by its first bytes, is a picture that runs nothing, and is served by us alone.
/// 6. One place says whose decision holds: `Source`.
///
/// Tables: admin.policies, admin.org_policies, admin.brand_logos, admin.org_logos.
/// May use: audit, platform.
@NullMarked
package dev.keystead.policy;

import org.jspecify.annotations.NullMarked;
