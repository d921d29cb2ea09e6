package dev.keystead.account;

import dev.keystead.invite.Invite;
import dev.keystead.invite.InviteRoutes.CreateInvite;
import dev.keystead.invite.Invites;
import dev.keystead.platform.db.Words;
import dev.keystead.platform.html.FormErrors;
import dev.keystead.platform.json.BadInput;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The form with which somebody is invited, read by the rules for programs.
final class InviteForm {
    private InviteForm() {}

    /// @throws BadInput for what cannot be an invitation
    static Invites.Wish wish(Map<String, String> fields) {
        Optional<Invite.Reason> reason = Arrays.stream(Invite.Reason.values())
                .filter(one -> Words.of(one).equals(fields.get("reason_code")))
                .findFirst();
        return new CreateInvite(
                        filled(fields, "intended_email").orElse(null),
                        reason.orElse(null),
                        // A form's lines are one paragraph here.
                        filled(fields, "reason_detail")
                                .map(text -> text.replaceAll("\\s+", " "))
                                .orElse(null),
                        fields.containsKey("public_verifiable"))
                .wish();
    }

    private static Optional<String> filled(Map<String, String> fields, String name) {
        return Optional.ofNullable(fields.get(name)).map(String::strip).filter(text -> !text.isEmpty());
    }

    /// What is wrong, in the person's language.
    static FormErrors errors(BadInput wrong, Function<String, String> text) {
        Map<String, String> sentences = Map.of(
                "intended_email", text.apply("signup.email.needed"),
                "reason_detail", text.apply("account.invitations.detail-wrong"));
        return new FormErrors(
                Optional.empty(),
                wrong.fields().keySet().stream()
                        .collect(Collectors.toMap(
                                name -> name,
                                name -> sentences.getOrDefault(name, text.apply("form.needed")),
                                (first, _) -> first,
                                LinkedHashMap::new)));
    }
}
