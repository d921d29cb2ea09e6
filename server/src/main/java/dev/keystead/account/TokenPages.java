package dev.keystead.account;

import dev.keystead.platform.html.View;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What the pages about personal access tokens show.
public final class TokenPages {
    private TokenPages() {}

    /// A token.
    ///
    /// @param scopes in words
    /// @param expired whether it does not work any more
    /// @param ending when it stops working beside the one that replaced it
    public record TokenRow(
            String id,
            String name,
            String shown,
            List<String> scopes,
            Around.Moment made,
            Optional<Around.Moment> used,
            Optional<Around.Moment> expires,
            boolean expired,
            Optional<Around.Moment> ending) {
        public boolean canBeRotated() {
            return !expired && ending.isEmpty();
        }
    }

    /// What a list to choose from offers.
    public record Choice(String value, String label) {}

    /// What a token may be allowed to reach.
    ///
    /// @param word how the form's fields name it
    public record Reach(String word, String label, List<Choice> verbs) {}

    /// The tokens, and the form to make one.
    ///
    /// @param open whether one can be made: its owner proved a moment ago who they are
    /// @param stepUp where they do that
    /// @param typed what stood in the form when it was sent
    public record TokenList(
            Around around,
            List<TokenRow> rows,
            Optional<String> next,
            boolean open,
            String stepUp,
            List<Reach> reaches,
            List<Choice> lives,
            String usualLife,
            List<Choice> overlaps,
            Map<String, String> typed)
            implements View {
        @Override
        public String template() {
            return "account/tokens.jte";
        }

        /// Whether the form that was sent reaches further than the account, or may have to.
        public boolean wantsMore() {
            return around.errors().of("scopes") != null
                    || reaches.stream().skip(1).anyMatch(reach -> typed.containsKey("on_" + reach.word()));
        }

        public String value(String field, String usual) {
            return typed.getOrDefault(field, usual);
        }
    }

    /// A new token, which is shown this once.
    public record NewToken(Around around, String name, String secret) implements View {
        @Override
        public String template() {
            return "account/token.jte";
        }
    }
}
