package dev.keystead.org;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.TestJobs;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// What becomes of deleted organisations and workspaces once their window is over.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OrgErasureTest {
    private final TestServer server = TestServer.start("--roles", "web");

    @AfterAll
    void stop() {
        server.close();
    }

    private void age(Elsewhere place) {
        server.execute("update identity.workspaces set deleted_at = now() - interval '91 days'"
                + " where deleted_at is not null and org_id = '" + place.org().value() + "'");
        server.execute("update identity.orgs set deleted_at = now() - interval '91 days'"
                + " where deleted_at is not null and id = '" + place.org().value() + "'");
    }

    @Test
    void anOrganisationIsErasedOnceAllOfItsWorkspacesAreAndTheSystemWorkspaceHasTheProof() {
        Elsewhere place = server.makeOrganisation("erase-org");
        Client client = server.as(place.key());
        client.post("/v1/workspaces", "{\"slug\":\"erase-inner\",\"name\":\"Secret plans\"}");
        client.send(
                "PUT",
                "/v1/orgs/" + place.org().text() + "/policies/password",
                "{\"rules\":{\"min_length\":14},\"enforced\":true}");
        assertThat(client.delete("/v1/orgs/" + place.org().text() + "?with_content=true")
                        .status())
                .isEqualTo(204);
        assertThat(TestJobs.run(server, "workspace-erasure")).as("too early").isZero();
        assertThat(TestJobs.run(server, "org-erasure")).as("too early").isZero();
        age(place);
        assertThat(TestJobs.run(server, "org-erasure"))
                .as("its workspaces are not erased yet")
                .isZero();
        assertThat(TestJobs.run(server, "workspace-erasure")).isEqualTo(2);
        assertThat(TestJobs.run(server, "org-erasure")).isEqualTo(1);
        assertThat(TestJobs.run(server, "org-erasure")).isZero();
        String org = " where org_id = '" + place.org().value() + "'";
        assertThat(server.look().text("select name from identity.orgs" + org)).isEqualTo("Erased organisation");
        assertThat(server.look().text("select string_agg(distinct name, ', ') from identity.workspaces" + org))
                .isEqualTo("Erased workspace");
        assertThat(server.count("select count(*) from admin.org_policies" + org))
                .isZero();
        assertThat(server.count("select count(*) from identity.nodes" + org)).isZero();
        assertThat(server.look().text("""
                select e.payload -> 'removed_rows' ->> 'admin.org_policies'
                from audit.written e
                join identity.workspaces w on w.id = e.tenant_id and w.kind = 'system'
                where e.event_type = 'org.erase' and e.resource_id = '%s'""".formatted(place.org().text()))).isEqualTo("1");
        assertThat(server.asAdministrator().get("/v1/orgs?limit=200").text())
                .doesNotContain(place.org().text());
    }

    /// More nodes than one transaction removes, on several levels: no batch may end between a node and its parent.
    @Test
    void aWorkspaceThatIsDeletedWithItsTreeIsErasedInBatches() {
        Elsewhere place = server.makeOrganisation("erase-tree");
        Client client = server.as(place.key());
        String id = client.post("/v1/workspaces", "{\"slug\":\"erase-branches\",\"name\":\"Tree\"}")
                .id();
        server.execute("""
                with top as (
                    select org_id, tenant_id, id from identity.nodes
                    where kind = 'workspace' and tenant_id = app.id_uuid('%1$s')
                ), upper as (
                    insert into identity.nodes
                        (org_id, tenant_id, id, kind, parent_id, name, version, created_at, updated_at)
                    select org_id, tenant_id, app.new_id(), 'unit', id, 'Upper', 1, now(), now()
                    from top, generate_series(1, 40)
                    returning org_id, tenant_id, id
                )
                insert into identity.nodes
                    (org_id, tenant_id, id, kind, parent_id, name, version, created_at, updated_at)
                select org_id, tenant_id, app.new_id(), 'unit', id, 'Lower', 1, now(), now()
                from upper, generate_series(1, 40)""".formatted(id));
        assertThat(client.delete("/v1/workspaces/" + id).error()).contains("delete them first");
        assertThat(client.delete("/v1/workspaces/" + id + "?with_content=true").status())
                .isEqualTo(204);
        age(place);
        assertThat(TestJobs.run(server, "workspace-erasure")).isEqualTo(1);
        assertThat(server.count("select count(*) from identity.nodes where tenant_id = app.id_uuid('" + id + "')"))
                .isZero();
        assertThat(server.look().text("""
                select payload -> 'removed_rows' ->> 'identity.nodes' from audit.written
                where event_type = 'workspace.erase' and resource_id = '%s'""".formatted(id))).isEqualTo(Integer.toString(1 + 1 + 40 + 1600));
    }

    @Test
    void anErasureThatWasInterruptedGoesOn() {
        Elsewhere place = server.makeOrganisation("erase-again");
        server.as(place.key()).delete("/v1/orgs/" + place.org().text());
        age(place);
        // What a node left that died between the beginning and the end.
        server.execute("update identity.workspaces set erasure_begun_at = now(),"
                + " erasure_counts = '{\"identity.subtenants\": 5}' where id = '"
                + place.workspace().value() + "'");
        assertThat(TestJobs.run(server, "workspace-erasure")).isEqualTo(1);
        assertThat(server.look().text("""
                select payload -> 'removed_rows' ->> 'identity.subtenants' from audit.written
                where event_type = 'workspace.erase' and resource_id = '%s'""".formatted(place.workspace().text()))).isEqualTo("6");
        assertThat(TestJobs.run(server, "org-erasure")).isEqualTo(1);
    }
}
