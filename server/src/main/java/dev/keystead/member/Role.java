package dev.keystead.member;

import dev.keystead.tenancy.AccessScope;
import dev.keystead.tenancy.AccessScope.Verb;
import dev.keystead.workspace.Workspace;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// What a member may do, from most to least. One table decides: what is not here is not allowed.
public enum Role {
    OWNER,
    ADMIN,
    MEMBER,
    VIEWER;

    private static final Set<Resource> SEEN_BY_ALL = EnumSet.of(
            Resource.GROUP,
            Resource.LICENSE,
            Resource.MEMBER,
            Resource.MODULE,
            Resource.NODE,
            Resource.PROJECT,
            Resource.ROLE,
            Resource.SUBTENANT,
            Resource.USER,
            Resource.WORKSPACE);

    /// What acts in nobody's name.
    private static final Set<Resource> ACTING_ALONE = EnumSet.of(Resource.API_KEY, Resource.SERVICE_IDENTITY);

    /// The rights that the role carries in a workspace. Rights on the organisation come with the roles of its home
    /// alone, and rights on the installation with those of the system workspace; so does changing the catalogue of
    /// modules, which everybody reads.
    public Set<AccessScope> rightsIn(Workspace workspace) {
        Map<Resource, Verb> verbs = new EnumMap<>(Resource.class);
        switch (this) {
            case OWNER -> {
                EnumSet.allOf(Resource.class).forEach(resource -> verbs.put(resource, Verb.ADMIN));
            }
            case ADMIN -> {
                EnumSet.allOf(Resource.class).forEach(resource -> verbs.put(resource, Verb.ADMIN));
                verbs.put(Resource.WORKSPACE, Verb.WRITE);
                verbs.put(Resource.ORG, Verb.WRITE);
                verbs.remove(Resource.SYSTEM);
            }
            case MEMBER -> {
                SEEN_BY_ALL.forEach(resource -> verbs.put(resource, Verb.READ));
                verbs.put(Resource.PROJECT, Verb.WRITE);
            }
            case VIEWER -> SEEN_BY_ALL.forEach(resource -> verbs.put(resource, Verb.READ));
        }
        if (!workspace.isHome()) {
            verbs.remove(Resource.ORG);
        }
        if (workspace.kind() != Workspace.Kind.SYSTEM) {
            verbs.remove(Resource.SYSTEM);
            verbs.put(Resource.MODULE, Verb.READ);
        }
        return verbs.entrySet().stream()
                .map(entry -> right(entry.getValue(), entry.getKey()))
                .collect(Collectors.toUnmodifiableSet());
    }

    /// The same for a guest, who makes nothing that would go on acting once their stay is over.
    Set<AccessScope> rightsOfGuestIn(Workspace workspace) {
        return rightsIn(workspace).stream()
                .map(right -> ACTING_ALONE.stream()
                                .anyMatch(resource -> resource.word().equals(right.resource()))
                        ? new AccessScope(Verb.READ, right.resource(), right.modifier())
                        : right)
                .collect(Collectors.toUnmodifiableSet());
    }

    /// What somebody may do in a workspace because of a right on its organisation: whoever administers the
    /// organisation, everything; others the same with the workspace itself, not with what is inside.
    public static Set<AccessScope> rightsByOrg(Verb verb) {
        Set<Resource> reached =
                verb == Verb.ADMIN ? EnumSet.complementOf(EnumSet.of(Resource.SYSTEM)) : EnumSet.of(Resource.WORKSPACE);
        return reached.stream()
                .map(resource -> right(resource == Resource.MODULE ? Verb.READ : verb, resource))
                .collect(Collectors.toUnmodifiableSet());
    }

    /// Whether this role may give or take the other.
    boolean reaches(Role other) {
        return compareTo(other) <= 0;
    }

    /// The role that rights in a workspace amount to, for callers who have none by name, such as machines.
    static Optional<Role> of(Predicate<AccessScope> allows) {
        if (allows.test(right(Verb.ADMIN, Resource.WORKSPACE))) {
            return Optional.of(OWNER);
        }
        return allows.test(right(Verb.ADMIN, Resource.MEMBER)) ? Optional.of(ADMIN) : Optional.empty();
    }

    private static AccessScope right(Verb verb, Resource resource) {
        return new AccessScope(verb, resource.word(), Optional.empty());
    }
}
