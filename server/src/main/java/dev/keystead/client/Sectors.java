package dev.keystead.client;

import com.nimbusds.jose.util.JSONArrayUtils;
import dev.keystead.platform.json.BadInput;
import java.net.URI;
import java.text.ParseException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Asks a sector whether the redirect URIs of a client belong to it (OpenID Connect Registration section
/// 5).
public final class Sectors {
    private final Function<URI, Optional<String>> fetch;

    /// @param fetch the text of a document on the web, or nothing when it cannot be had; must not reach
    ///     what is private
    public Sectors(Function<URI, Optional<String>> fetch) {
        this.fetch = fetch;
    }

    /// Refuses settings whose sector does not know their redirect URIs. Takes its time: not for use inside
    /// a transaction.
    ///
    /// @throws BadInput about `sector_identifier_uri`
    public void check(ClientSettings settings) {
        String sector = settings.subjects().sectorIdentifierUri();
        if (sector == null) {
            return;
        }
        List<?> members = fetch.apply(URI.create(sector))
                .flatMap(Sectors::list)
                .orElseThrow(() -> wrong("must answer with a JSON list of redirect URIs, and did not"));
        if (!members.containsAll(settings.redirectUris())) {
            throw wrong("must list every redirect URI of the client (OpenID Connect Registration section 5)");
        }
    }

    private static BadInput wrong(String message) {
        return BadInput.member("sector_identifier_uri", message);
    }

    private static Optional<List<Object>> list(String text) {
        try {
            return Optional.of(JSONArrayUtils.parse(text));
        } catch (ParseException _) {
            return Optional.empty();
        }
    }
}
