package dev.keystead.platform.config;

import static dev.keystead.platform.config.Setting.open;
import static dev.keystead.platform.config.Setting.secret;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The part of the table that is about the edge: TLS, certificates of clients, names of hosts, and calls that
/// this server makes itself.
public final class EdgeSettings {
    public static final Setting<String> HTTP_WORKSPACE_DOMAIN = open(
            "http.workspace-domain",
            Types.text(
                    "((?=.{1,189}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*)?",
                    "a domain name in lower case, or empty"),
            "",
            "The domain below which every workspace has a host of its own: with id.example.com, the host "
                    + "acme.id.example.com is the workspace acme, as the path /t/acme is. DNS and the certificate must "
                    + "cover *.id.example.com. Empty knows workspaces by their path alone.");

    public static final Setting<TlsConfig.@Nullable Source> TLS_CERTIFICATE = open(
            "tls.certificate",
            Types.optional(TlsConfig.Source.type()),
            "",
            "The certificate and its chain in a PEM file; http.port then speaks TLS (1.2 and 1.3), and a changed file "
                    + "is taken over without a restart. self-signed makes a certificate for development in the data "
                    + "folder. Empty leaves TLS to a proxy.");

    public static final Setting<@Nullable Path> TLS_KEY = open(
            "tls.key",
            Types.optional(Types.path()),
            "",
            "The private key of tls.certificate in a PEM file: RSA, EC or Ed25519, encrypted or not. Empty looks for "
                    + "it in the file of the certificate.");

    public static final Setting<@Nullable Secret<String>> TLS_KEY_PASSWORD = secret(
            "tls.key-password",
            Types.text("(?s).{1,1024}", "1 to 1024 characters"),
            "The password of an encrypted tls.key.");

    public static final Setting<@Nullable Integer> TLS_REDIRECT_PORT = open(
            "tls.redirect-port",
            Types.optional(Types.wholeNumber(0, 65_535)),
            "",
            "A second port without TLS, which sends browsers on to the encrypted one and refuses everything else. "
                    + "Empty opens none.");

    public static final Setting<Boolean> TLS_CLIENT_CERTIFICATES = open(
            "tls.client-certificates",
            Types.bool(),
            "false",
            "Whether clients are asked for a certificate, for applications that authenticate with one. A browser that "
                    + "holds certificates then shows a chooser.");

    public static final Setting<@Nullable Path> TLS_CLIENT_CA = open(
            "tls.client-ca",
            Types.optional(Types.path()),
            "",
            "The authorities whose client certificates are trusted, in a PEM file. Empty trusts none: clients can "
                    + "then register a certificate of their own only.");

    public static final Setting<String> HTTP_CLIENT_CERTIFICATE_HEADER = open(
            "http.client-certificate-header",
            Types.text("([A-Za-z][A-Za-z0-9-]{0,63})?", "the name of a header, or empty"),
            "",
            "The header in which http.trusted-proxies pass on the client's certificate: Client-Cert as RFC 9440 has "
                    + "it, any other name as URL-encoded PEM (nginx: $ssl_client_escaped_cert). The proxy must take "
                    + "away what clients send under this name. Empty reads none.");

    public static final Setting<Boolean> OUTBOUND_ALLOW_PRIVATE = open(
            "outbound.allow-private",
            Types.bool(),
            "false",
            "Whether addresses that others name (applications' keys, logout notices, webhooks) may lie in private "
                    + "networks and on this machine, there also without TLS. For development and closed networks: with "
                    + "true, whoever registers applications or webhooks can make this server call others inside.");

    public static final Setting<@Nullable Path> OUTBOUND_CA = open(
            "outbound.ca",
            Types.optional(Types.path()),
            "",
            "Further authorities that are trusted when this server calls applications, in a PEM file, beside those "
                    + "that the Java runtime knows.");

    public static final Setting<List<InetSocketAddress>> DOMAIN_DNS_SERVERS = open(
            "domain.dns-servers",
            Types.socketAddresses(53),
            "",
            "The DNS resolvers that are asked whether a workspace has proven a domain, such as 192.0.2.53 or "
                    + "[2001:db8::53]:5353, with commas. Empty asks those of this machine.");

    public static final Setting<@Nullable Path> AUDIT_CHECKPOINT_FOLDER = open(
            "audit.checkpoint-folder",
            Types.optional(Types.path()),
            "",
            "A folder outside the database to which each signed checkpoint of the audit trails is appended, best on "
                    + "storage that can only be written once. Empty keeps them in the database alone.");

    private EdgeSettings() {}
}
