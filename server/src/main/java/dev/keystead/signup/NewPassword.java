package dev.keystead.signup;

import dev.keystead.credential.Passwords;
import dev.keystead.credential.password.PasswordRules;
import dev.keystead.directory.User;
import dev.keystead.platform.text.Texts.Language;
import dev.keystead.policy.Policies;
import dev.keystead.workspace.Workspace;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// Whether a password will do, by the rules for all and the workspace's own.
public final class NewPassword {
    private final Passwords passwords;
    private final PasswordRules rules;
    private final Policies policies;

    public NewPassword(Passwords passwords, PasswordRules rules, Policies policies) {
        this.passwords = passwords;
        this.rules = rules;
        this.policies = policies;
    }

    /// A password that may be kept, or why not.
    public sealed interface Judged {
        /// It is hashed already, so that no transaction waits for that.
        record Good(Passwords.Prepared prepared) implements Judged {}

        /// It will not do.
        ///
        /// @param key of the text that says why
        record Bad(String key, int leastLength) implements Judged {}
    }

    /// Judges the password that somebody chose for an account.
    public Judged judge(Workspace workspace, User user, String password) {
        return judge(workspace, wordsOf(user), password);
    }

    /// The same for an account that is not there yet.
    ///
    /// @param ownWords what a password of this person must not be like
    public Judged judge(Workspace workspace, Collection<String> ownWords, String password) {
        int least = policies.password(workspace.id().value()).minLength();
        var words = new ArrayList<>(ownWords);
        words.add(workspace.name());
        Optional<PasswordRules.Problem> problem = rules.check(password, words);
        if (problem.isEmpty() && password.codePointCount(0, password.length()) < least) {
            problem = Optional.of(PasswordRules.Problem.TOO_SHORT);
        }
        return problem.<Judged>map(found -> new Judged.Bad(found.key(), least))
                .orElseGet(() -> new Judged.Good(passwords.prepare(password)));
    }

    /// The sentence for what is wrong. A password that is too short is told how long it must be.
    public static String sentence(Language language, String key, int leastLength) {
        return key.equals("password.too-short") ? language.text(key, leastLength) : language.text(key);
    }

    private static List<String> wordsOf(User user) {
        var words = new ArrayList<>(List.of(user.email(), user.displayName()));
        user.handle().ifPresent(words::add);
        user.contactEmail().ifPresent(words::add);
        return words;
    }
}
