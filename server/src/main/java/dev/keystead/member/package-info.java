/// Who belongs to a workspace, and what their role lets them do.
///
/// 1. A role is looked up for each request; a change counts on every node within a second.
/// 2. A workspace that has had an owner keeps one who gets in, also while it is given to another: the last one neither
///    leaves nor is suspended or deleted there. When the last one's account is deleted elsewhere, its administrators
///    are told.
/// 3. Nobody gives a role above their own, or takes one that is; nor a longer stay than their own. A guest makes
///    nothing that acts alone, such as keys.
/// 4. A person sees their own memberships from anywhere, and can write none of them from outside the workspace.
/// 5. The copies of people's handles and names follow the events of the workspace where they are at home.
/// 6. What hangs on a membership, such as places in groups, ends with it; and it ends with the account.
/// 7. A guest can do nothing from the moment the stay is over, and is one of the alumni within the hour.
///
/// Tables: identity.workspace_members.
/// May use: directory, workspace, mail, event, job, audit, platform.
@NullMarked
package dev.keystead.member;

import org.jspecify.annotations.NullMarked;
