package dev.keystead.oauth.wire;

import dev.keystead.client.Client;
import dev.keystead.client.ClientSettings;
import dev.keystead.directory.UserId;
import dev.keystead.platform.crypto.Mac;
import dev.keystead.platform.crypto.MasterKey;
import java.util.Base64;

/// By which name a client knows a person (OpenID Connect Core section 8).
///
/// A pairwise name is computed from the sector and the person with a server key: nobody can tell that two
/// sectors' names are the same person's, and nothing is stored.
public final class Subjects {
    private final Mac mac;

    public Subjects(MasterKey master) {
        this.mac = master.mac("pairwise-subject");
    }

    public String of(Client client, UserId user) {
        if (client.settings().subjects().type() == ClientSettings.Subjects.Type.PUBLIC) {
            return user.text();
        }
        String sector = client.sector().orElse(client.clientId());
        return Base64.getUrlEncoder().withoutPadding().encodeToString(mac.of(sector + "\n" + user.text()));
    }
}
