package dev.keystead.member;

import dev.keystead.platform.http.Caller;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.Fields;
import dev.keystead.tenancy.AccessScope;
import dev.keystead.workspace.WorkspaceId;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The scopes that a key or token shall carry, as somebody wrote them: `<verb>:<resource>[:<modifier>]`.
///
/// The modifier `self` means what is the person's own; the id of a workspace means that workspace alone.
/// Whatever would grant nothing is refused, with the words that there are.
public final class WishedScopes {
    private static final int MOST = 50;
    private static final String SELF = "self";

    /// What no workspace holds, so that none can be named with it.
    private static final Set<Resource> ABOVE_WORKSPACES = EnumSet.of(Resource.ORG, Resource.SYSTEM);

    private WishedScopes() {}

    /// Checks the scopes in a member of a body, and answers the texts as they are.
    public static List<String> checked(Fields fields, String member, List<String> texts) {
        fields.refuseIf(texts.isEmpty() || texts.size() > MOST, member, "must have 1 to " + MOST + " scopes");
        for (String text : texts) {
            whatIsWrong(text).ifPresent(sentence -> fields.refuse(member, sentence));
        }
        return List.copyOf(texts);
    }

    /// The scopes that checked texts mean, each once.
    public static List<AccessScope> rights(List<String> checked) {
        return checked.stream().map(AccessScope::of).distinct().toList();
    }

    /// Refuses to give what the giver may not do.
    ///
    /// @throws BadInput naming the first right that is more
    public static void refuseMoreThanOwn(Caller giver, Collection<AccessScope> rights) {
        for (AccessScope right : rights) {
            if (!giver.allows(right)) {
                throw BadInput.member("scopes", "'" + right + "' is more than your own key may do");
            }
        }
    }

    private static Optional<String> whatIsWrong(String text) {
        return switch (AccessScope.parse(text)) {
            case AccessScope.Parsed.Invalid(String reason) -> Optional.of(reason);
            case AccessScope.Parsed.Valid(AccessScope scope) -> whatIsWrong(scope);
        };
    }

    private static Optional<String> whatIsWrong(AccessScope scope) {
        Optional<Resource> resource = Resource.find(scope.resource());
        if (resource.isEmpty()) {
            return Optional.of("'" + scope.resource() + "' is not a resource; the resources are "
                    + String.join(", ", Resource.words()));
        }
        return scope.modifier()
                .filter(modifier -> !isKnown(resource.get(), modifier))
                .map(modifier -> "'" + modifier + "' is not a modifier of " + scope.resource() + "; "
                        + modifiersOf(resource.get()));
    }

    private static boolean isKnown(Resource resource, String modifier) {
        return modifier.equals(SELF)
                ? resource == Resource.USER
                : !ABOVE_WORKSPACES.contains(resource)
                        && Prefix.WORKSPACE.parse(modifier, WorkspaceId::new).isPresent();
    }

    private static String modifiersOf(Resource resource) {
        if (ABOVE_WORKSPACES.contains(resource)) {
            return "it has none";
        }
        String workspace = "the id of a workspace (wrk_…)";
        return "its modifiers are " + (resource == Resource.USER ? SELF + " and " + workspace : workspace);
    }
}
