package dev.keystead.cli.remote;

import java.util.List;

/// Devices of people, the certificates that they have, and other identity providers that people come from.
final class DeviceNouns {
    private static final String USER = "usr_01k9y7c2vff0z8n3q5s6t4w1xe";
    private static final String DEVICE = "dev_01k9y7c2vff0z8n3q5s6t4w1xe";
    private static final String CERTIFICATE = "bdc_01k9y7c2vff0z8n3q5s6t4w1xe";
    private static final String AUTHORITY = "cau_01k9y7c2vff0z8n3q5s6t4w1xe";
    private static final String CONNECTION = "con_01k9y7c2vff0z8n3q5s6t4w1xe";
    private static final String ENDS = "Its sessions, certificates and tokens end, and its key does not come back.";

    private DeviceNouns() {}

    static List<Noun> all() {
        return List.of(device(), certificate(), connection());
    }

    private static Noun device() {
        return Noun.of(
                "device",
                "Devices of people, known by their keys",
                List.of("/id", "/name", "/algorithm", "/trust_level", "/certified_until", "/last_seen_at"),
                Verb.list("/v1/me/devices", "List your own devices, newest first")
                        .example("device list"),
                Verb.get("/v1/me/devices/{id}", "Read one of your own devices").example("device get " + DEVICE),
                Verb.post("rename", "/v1/me/devices/{id}", "Give one of your own devices another name")
                        .by("PATCH")
                        .takes(Flag.text("name", "the new name").need())
                        .example("device rename " + DEVICE + " --name 'Old laptop'"),
                Verb.post("revoke", "/v1/me/devices/{id}", "Revoke one of your own devices")
                        .by("DELETE")
                        .example("device revoke " + DEVICE)
                        .asks(ENDS),
                Verb.list("/v1/users/{user}/devices", "List the devices of somebody, newest first")
                        .as("list-of")
                        .example("device list-of " + USER),
                Verb.post("revoke-of", "/v1/users/{user}/devices/{device}", "Revoke a device of somebody")
                        .by("DELETE")
                        .example("device revoke-of " + USER + " " + DEVICE)
                        .asks(ENDS));
    }

    private static Noun certificate() {
        return Noun.of(
                "certificate",
                "Certificates of devices, and the authorities that sign them",
                List.of("/id", "/device_id", "/user_id", "/status", "/expires_at"),
                Verb.list("/v1/certificates", "List the certificates of the workspace, newest first")
                        .example("certificate list"),
                Verb.get("/v1/certificates/{id}", "Read a certificate").example("certificate get " + CERTIFICATE),
                Verb.post("revoke", "/v1/certificates/{id}:revoke", "Revoke a certificate; tokens bound to it end")
                        .takes(Flag.choice("reason", "why", "unspecified", "key_compromise", "superseded", "cessation")
                                .need())
                        .example("certificate revoke " + CERTIFICATE + " --reason key_compromise")
                        .asks("A revoked certificate does not come back."),
                Verb.get("/v1/pki/ca.pem", "Print the certificates of the authorities in PEM, roots last")
                        .as("ca")
                        .shown(Verb.Shape.PEM)
                        .withoutKey()
                        .example("certificate ca > ca.pem"),
                Verb.get("/v1/pki/crl", "Print in PEM what the authority that signs now has revoked")
                        .as("crl")
                        .shown(Verb.Shape.PEM)
                        .withoutKey()
                        .example("certificate crl > list.pem"),
                Verb.get("/v1/pki/crl/{authority}", "Print in PEM what an authority has revoked")
                        .as("crl-of")
                        .shown(Verb.Shape.PEM)
                        .withoutKey()
                        .example("certificate crl-of " + AUTHORITY + " >> lists.pem"),
                Verb.list("/v1/pki/authorities", "List the authorities of the workspace")
                        .as("authorities")
                        .shows("/id", "/level", "/status", "/expires_at")
                        .example("certificate authorities"),
                Verb.post("rotate", "/v1/pki/authorities/{authority}:rotate", "Let another authority sign")
                        .named("/successor/id")
                        .example("certificate rotate " + AUTHORITY)
                        .asks("Certificates will be signed by another authority; those of the old one stay valid."));
    }

    private static Noun connection() {
        return Noun.of(
                "connection",
                "Other identity providers that people come from",
                List.of("/id", "/kind", "/name", "/issuer", "/enabled", "/position"),
                Verb.list("/v1/connections", "List the connections of the workspace")
                        .example("connection list"),
                Verb.get("/v1/connections/{id}", "Read a connection, without its secret")
                        .example("connection get " + CONNECTION),
                Verb.post("create", "/v1/connections", "Make a connection; its secret comes by --from alone")
                        .takes(
                                Flag.choice("kind", "what the provider speaks", "oidc", "saml")
                                        .need(),
                                Flag.text("name", "what people know it by").need(),
                                Flag.text("issuer", "what the provider calls itself")
                                        .need(),
                                Flag.text("button_text", "the words on its button"),
                                Flag.number("position", "where its button stands"))
                        .example(
                                "connection create --from connection.json",
                                "connection create --from saml.json --kind saml --name Acme"),
                Verb.post("update", "/v1/connections/{id}", "Change a connection, or turn it on or off")
                        .by("PATCH")
                        .takes(
                                Flag.text("name", "what people know it by"),
                                Flag.text("issuer", "what the provider calls itself"),
                                Flag.text("button_text", "the words on its button"),
                                Flag.number("position", "where its button stands"))
                        .example(
                                "connection update " + CONNECTION + " --button-text 'Sign in at work'",
                                "connection update " + CONNECTION + " --from change.json"),
                Verb.post("delete", "/v1/connections/{id}", "Delete a connection")
                        .by("DELETE")
                        .example("connection delete " + CONNECTION)
                        .asks("Everybody's links to its provider go with it."),
                Verb.post("test", "/v1/connections/{id}:test", "Look whether the provider can be spoken with")
                        .named("/works")
                        .example("connection test " + CONNECTION),
                Verb.post(
                                "read-metadata",
                                "/v1/connections:read-metadata",
                                "Read the metadata of a SAML provider, into what 'create --from' takes")
                        .takes(Flag.text("url", "where the document is").need())
                        .named("/issuer")
                        .example("connection read-metadata --url https://sso.example.org/descriptor -o json"));
    }
}
