package dev.keystead.account;

import dev.keystead.directory.Directory;
import dev.keystead.login.Door;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Refusal;
import dev.keystead.policy.Policies;
import dev.keystead.workspace.Workspace;

/// Finds who looks at a page.
final class Readers {
    private final Door door;
    private final Directory directory;
    private final Policies policies;

    Readers(Door door, Directory directory, Policies policies) {
        this.door = door;
        this.directory = directory;
        this.policies = policies;
    }

    /// Before a transaction is opened.
    AccountPages.Reader of(Call call) {
        Me me = Me.of(call, door);
        Workspace workspace = me.workspace();
        return new AccountPages.Reader(
                call,
                me,
                directory.find(me.user()).orElseThrow(Refusal::notFound),
                policies.brand(
                        me.tenant(),
                        call.prefixOf(workspace.slug()),
                        me.visitor().place()));
    }
}
