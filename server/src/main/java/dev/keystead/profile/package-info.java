/// The public page of a person: what they let everybody see, which is their name, their handle and their
/// badges.
///
/// 1. Nobody is shown who did not say so. A page that is not shown, a handle that nobody has and an account
///    that is not active get the same answer.
/// 2. The page shows badges that hold, and nothing else of the account.
///
/// Only individual accounts have handles, and so a page.
///
/// Tables: identity.public_profiles. May use: login, badge, workspace, directory, handle, audit, platform.
@NullMarked
package dev.keystead.profile;

import org.jspecify.annotations.NullMarked;
