/// What applications read to find their way: where a workspace's endpoints are and with which keys it signs.
///
/// 1. Everything here is public, the same for everybody, and may be kept for some minutes.
/// 2. A workspace that is unknown and one that is not active get the same answer: 404.
///
/// RFC 7517 §5 (key sets).
///
/// Tables: none.
/// May use: key, workspace, platform.
@NullMarked
package dev.keystead.oauth.discovery;

import org.jspecify.annotations.NullMarked;
