package dev.keystead.oauth.clientauth;

import dev.keystead.client.Client;
import dev.keystead.lockout.SourceLimits;
import dev.keystead.oauth.wire.OAuthError;
import dev.keystead.tenancy.Transaction;
import java.util.OptionalInt;

/// How much applications may begin, in OAuth's own words.
public final class ClientLimits {
    private final SourceLimits limits;

    public ClientLimits(SourceLimits limits) {
        this.limits = limits;
    }

    /// Counts a request that is kept for a while, such as a pushed one or that of a device.
    ///
    /// @param address where it comes from
    /// @throws OAuthError when there were too many
    public void takeRequest(Transaction transaction, Client client, String address) {
        refuseIfFull(
                client.isPublic()
                        ? limits.takeRequestFrom(transaction, address)
                        : limits.takeRequestOf(transaction, client.id()));
    }

    /// Counts a request that a browser brings while nobody is signed in there.
    ///
    /// @param address where it comes from
    public void takeBrought(Transaction transaction, String address) {
        limits.takeBrought(transaction, address);
    }

    /// Counts an application that registers itself.
    ///
    /// @throws OAuthError when there were too many
    public void takeRegistration(Transaction transaction, String address) {
        refuseIfFull(limits.takeRegistration(transaction, address));
    }

    private static void refuseIfFull(OptionalInt seconds) {
        if (seconds.isPresent()) {
            throw OAuthError.tooMany(seconds.getAsInt());
        }
    }
}
