package dev.keystead.account;

import dev.keystead.member.Resource;
import dev.keystead.platform.html.FormErrors;
import dev.keystead.platform.json.Fields;
import dev.keystead.policy.TokenPolicy;
import dev.keystead.tenancy.AccessScope;
import dev.keystead.tenancy.AccessScope.Verb;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// The form with which a token is made, as it was sent.
///
/// What a token may reach is a box to tick, `on_<resource>`, and beside it what it may do there,
/// `verb_<resource>`.
record TokenForm(Map<String, String> fields, TokenPolicy policy) {
    static final String NEVER = "never";

    private static final String NAME = "name";
    private static final String LIFE = "life";
    private static final String SCOPES = "scopes";

    /// The lives to choose from, in days: the usual ones that the workspace allows, and the longest.
    static Stream<Long> days(TokenPolicy policy) {
        return LongStream.concat(
                        LongStream.of(7, 30, 90, 365).filter(days -> days < policy.maxDays()),
                        LongStream.of(policy.maxDays()))
                .boxed();
    }

    String name() {
        return fields.getOrDefault(NAME, "").strip();
    }

    /// What was ticked. A verb that is none counts as nothing.
    List<AccessScope> scopes() {
        var scopes = new ArrayList<AccessScope>();
        verb(TokenWords.SELF)
                .filter(verb -> verb != Verb.ADMIN)
                .map(verb -> new AccessScope(verb, Resource.USER.word(), Optional.of(TokenWords.SELF)))
                .ifPresent(scopes::add);
        for (Resource resource : Resource.values()) {
            verb(resource.word())
                    .map(verb -> new AccessScope(verb, resource.word(), Optional.empty()))
                    .ifPresent(scopes::add);
        }
        return List.copyOf(scopes);
    }

    private Optional<Verb> verb(String word) {
        return Arrays.stream(Verb.values())
                .filter(_ -> fields.containsKey("on_" + word))
                .filter(verb -> verb.word().equals(fields.get("verb_" + word)))
                .findFirst();
    }

    /// How long it shall last; nothing for one without an end.
    Optional<Duration> life() {
        String wished = fields.getOrDefault(LIFE, "");
        return wished.equals(NEVER) ? Optional.empty() : Optional.of(Duration.ofDays(Long.parseLong(wished)));
    }

    /// What is wrong with it; only where nothing is may the rest be read.
    ///
    /// @param text finds what a key says
    FormErrors errors(Function<String, String> text) {
        var wrong = new LinkedHashMap<String, String>();
        if (!isName()) {
            wrong.put(NAME, text.apply("account.tokens.name-needed"));
        }
        if (!isLife()) {
            wrong.put(LIFE, text.apply("account.tokens.life-needed"));
        }
        if (scopes().isEmpty()) {
            wrong.put(SCOPES, text.apply("account.tokens.scopes-needed"));
        }
        return new FormErrors(Optional.empty(), wrong);
    }

    private boolean isName() {
        return Fields.isText(name(), 1, 120);
    }

    private boolean isLife() {
        String wished = fields.getOrDefault(LIFE, "");
        return wished.equals(NEVER)
                ? policy.allowsForever()
                : days(policy).map(days -> Long.toString(days)).anyMatch(wished::equals);
    }
}
