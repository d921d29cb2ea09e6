package dev.keystead.federation.journey;

import dev.keystead.connection.ConnectionId;
import dev.keystead.directory.UserId;
import dev.keystead.login.FlowId;
import dev.keystead.session.SessionId;

/// A browser on its way to another identity provider and back.
///
/// @param aim what it is for
/// @param memory what the protocol must remember until then, as it wrote it
public record Journey(ConnectionId connection, Aim aim, String memory) {
    /// What a journey is for.
    public sealed interface Aim {
        /// A sign-in that goes on afterwards.
        record SignIn(FlowId flow) implements Aim {}

        /// A link to the account of somebody who is inside and proved a moment ago who they are.
        record Link(UserId user, SessionId session) implements Aim {}
    }

    /// Without what the protocol remembers.
    @Override
    public String toString() {
        return "Journey[" + connection + ", " + aim + "]";
    }
}
