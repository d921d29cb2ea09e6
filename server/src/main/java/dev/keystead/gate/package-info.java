/// Who is let in, and what they may do where they are.
///
/// 1. A credential that does not work, whatever the reason, is answered in one way.
/// 2. What somebody may do is the lesser of what their credential carries and what their roles allow.
/// 3. A workspace that is out of reach looks like one that is not there.
/// 4. What an application may do in somebody's name is judged above, and limited here like everything else.
/// 5. Nobody changes the account of whoever may do more than they in the workspace.
///
/// May use: pat, apikey, session, device, role, member, workspace, directory, audit, platform.
@NullMarked
package dev.keystead.gate;

import org.jspecify.annotations.NullMarked;
