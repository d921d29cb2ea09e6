/// Keys with which programs call the API.
///
/// 1. A key is shown once; we keep its HMAC. It names its workspace, so that looking it up stays inside the wall.
/// 2. A key can do no more than whoever made it.
/// 3. A revoked or expired key stops working within a second on every node.
///
/// Tables: admin.api_keys.
/// May use: directory, workspace, audit, platform.
@NullMarked
package dev.keystead.apikey;

import org.jspecify.annotations.NullMarked;
