package dev.keystead.federation;

import dev.keystead.connection.Reach.Touched;
import dev.keystead.member.Role;
import dev.keystead.platform.db.Words;
import dev.keystead.tenancy.AccessScope;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.net.IDN;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The statements on what people may do who come by a provider, or would have to.
final class LinkedPeopleStore {
    static final Query<Role> LINKED_ROLES = Query.tenant("federation.linked.roles", """
            select distinct m.role
            from identity.external_identities e
            join identity.workspace_members m on m.user_id = e.user_id and m.tenant_id = ?
            where e.issuer = any(?)
              and m.left_at is null
              and e.tenant_id = ?""", LinkedPeopleStore::role);

    /// What they hold beside that, themselves or by a group.
    static final Query<List<AccessScope>> LINKED_RIGHTS =
            Query.tenant("federation.linked.rights", """
            select distinct r.rights
            from identity.external_identities e
            join (
                select a.role_id, a.user_id
                from identity.role_assignments a
                where a.tenant_id = ?
                union all
                select a.role_id, g.user_id
                from identity.role_group_assignments a
                join identity.group_members g on g.group_id = a.group_id
                where g.tenant_id = ?
                  and a.tenant_id = ?) h on h.user_id = e.user_id
            join identity.roles r on r.id = h.role_id and r.tenant_id = ?
            where e.issuer = any(?)
              and e.tenant_id = ?""", LinkedPeopleStore::rights);

    /// Which roles there are at which domains.
    static final Query<At<Role>> ROLES_AT_DOMAINS =
            Query.tenant("federation.domain.roles", """
            select distinct m.role, lower(substring(u.email from '[^@]*$')) as domain
            from identity.workspace_members m
            join identity.users u on u.id = m.user_id and u.tenant_id = ?
            where m.left_at is null
              and m.tenant_id = ?""", row -> new At<>(row.text("domain"), role(row)));

    static final Query<At<List<AccessScope>>> RIGHTS_AT_DOMAINS =
            Query.tenant("federation.domain.rights", """
            select distinct r.rights, lower(substring(u.email from '[^@]*$')) as domain
            from identity.roles r
            join (
                select a.role_id, a.user_id
                from identity.role_assignments a
                where a.tenant_id = ?
                union all
                select a.role_id, g.user_id
                from identity.role_group_assignments a
                join identity.group_members g on g.group_id = a.group_id
                where g.tenant_id = ?
                  and a.tenant_id = ?) h on h.role_id = r.id
            join identity.users u on u.id = h.user_id and u.tenant_id = ?
            where r.tenant_id = ?""", row -> new At<>(row.text("domain"), rights(row)));

    /// What somebody with an address at a domain may do.
    record At<T>(String domain, T allowed) {}

    List<Role> roles(Transaction transaction, Touched touched) {
        List<Role> linked = transaction.list(
                LINKED_ROLES,
                p -> p.scope().texts(List.copyOf(touched.issuers())).scope());
        return touched.domains().isEmpty()
                ? linked
                : both(linked, transaction.list(ROLES_AT_DOMAINS, p -> p.scope().scope()), touched);
    }

    List<List<AccessScope>> rights(Transaction transaction, Touched touched) {
        List<List<AccessScope>> linked = transaction.list(
                LINKED_RIGHTS,
                p -> p.scope()
                        .scope()
                        .scope()
                        .scope()
                        .texts(List.copyOf(touched.issuers()))
                        .scope());
        return touched.domains().isEmpty()
                ? linked
                : both(
                        linked,
                        transaction.list(
                                RIGHTS_AT_DOMAINS,
                                p -> p.scope().scope().scope().scope().scope()),
                        touched);
    }

    private static <T> List<T> both(List<T> linked, List<At<T>> everywhere, Touched touched) {
        // As connections hold domains, and as they may stand in addresses.
        Set<String> domains = touched.domains().stream()
                .flatMap(domain -> Stream.of(domain, IDN.toUnicode(domain)))
                .collect(Collectors.toSet());
        return Stream.concat(
                        linked.stream(),
                        everywhere.stream()
                                .filter(at -> domains.contains(at.domain()))
                                .map(At::allowed))
                .toList();
    }

    private static Role role(Row row) {
        return Words.parse(Role.class, row.text("role"));
    }

    private static List<AccessScope> rights(Row row) {
        return row.texts("rights").stream().map(AccessScope::of).toList();
    }
}
