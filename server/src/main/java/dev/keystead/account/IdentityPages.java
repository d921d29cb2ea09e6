package dev.keystead.account;

import dev.keystead.platform.html.View;
import java.util.List;
import java.util.Optional;

/// What the pages about linked identities show.
public final class IdentityPages {
    private IdentityPages() {}

    /// A link.
    ///
    /// @param name of the provider
    /// @param known the address or the name by which the provider knows the person
    public record IdentityRow(
            String id, String name, String known, Around.Moment linked, Optional<Around.Moment> used) {}

    /// A provider that can be linked.
    public record Linkable(String id, String name) {}

    /// The links, and what else can be linked.
    ///
    /// @param open whether something can be changed: the person proved a moment ago who they are
    /// @param stepUp where they do that
    public record IdentityList(
            Around around, List<IdentityRow> rows, List<Linkable> linkable, boolean open, String stepUp)
            implements View {
        @Override
        public String template() {
            return "account/identities.jte";
        }
    }

    /// The way to a provider: a form may not lead there, a link may.
    public record GoPage(Around around, String name, String address) implements View {
        @Override
        public String template() {
            return "account/identity.jte";
        }
    }
}
