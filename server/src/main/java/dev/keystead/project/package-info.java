/// Projects: the narrowest boundary inside a workspace.
///
/// 1. What is about one project runs along the project axis: another project of the same workspace is out of reach.
/// 2. A slug names one project among the living of the workspace, and never changes.
/// 3. An archived project is kept and not changed until it is restored; deleting is soft.
/// 4. A project and its node in the tree are made, renamed and deleted together.
///
/// Tables: identity.projects.
/// May use: node, audit, platform.
@NullMarked
package dev.keystead.project;

import org.jspecify.annotations.NullMarked;
