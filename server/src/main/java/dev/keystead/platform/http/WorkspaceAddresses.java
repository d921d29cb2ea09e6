package dev.keystead.platform.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Under which addresses workspaces are found, both ways: from the host of a request to the workspace, and
/// from the workspace to its address.
///
/// A host of a request counts only when the configuration knows it. Any other is treated like the
/// installation's own, and no address is ever made from it.
public final class WorkspaceAddresses {
    private static final Pattern AUTHORITY = Pattern.compile("(\\[[0-9a-f:.]+]|[^:]*)(?::[0-9]*)?");

    private static final String PATHS = "/t/";

    private final PublicAddress installation;
    private final String suffix;
    private final Function<String, Optional<String>> customHosts;

    /// Knows the installation's address and the domain of its workspaces.
    ///
    /// @param customHosts the slug of the workspace to which a host of its own belongs, by that host in lower
    ///     case
    public WorkspaceAddresses(PublicAddress installation, Function<String, Optional<String>> customHosts) {
        this.installation = installation;
        this.suffix = installation.workspaceDomain().isEmpty() ? "" : "." + installation.workspaceDomain();
        this.customHosts = customHosts;
    }

    /// The workspace that a host names; [WorkspaceName.None] for the installation's own host and for unknown
    /// ones. What stands below the domain of workspaces is a name, also one that no workspace can have.
    ///
    /// @param authority host and port as the client wrote them
    WorkspaceName named(String authority) {
        Matcher form = AUTHORITY.matcher(authority.toLowerCase(Locale.ROOT));
        if (!form.matches() || form.group(1).equals(installation.host())) {
            return new WorkspaceName.None();
        }
        String host = form.group(1);
        if (!suffix.isEmpty() && host.endsWith(suffix)) {
            return new WorkspaceName.InHost(host.substring(0, host.length() - suffix.length()), host);
        }
        return customHosts
                .apply(host)
                .<WorkspaceName>map(slug -> new WorkspaceName.InHost(slug, host))
                .orElseGet(WorkspaceName.None::new);
    }

    /// How an issuer names its workspace; nothing for what is no address of ours, letter for letter.
    public Optional<WorkspaceName> inIssuer(String issuer) {
        try {
            var uri = new URI(issuer);
            String path = Objects.requireNonNullElse(uri.getRawPath(), "");
            WorkspaceName name = path.startsWith(PATHS)
                    ? new WorkspaceName.InPath(path.substring(PATHS.length()))
                    : named(Objects.requireNonNullElse(uri.getRawAuthority(), ""));
            return Optional.of(name).filter(found -> of(found).toString().equals(issuer));
        } catch (URISyntaxException _) {
            return Optional.empty();
        }
    }

    /// The address under which the named workspace was asked for, without a slash at its end: its issuer.
    public URI of(WorkspaceName name) {
        URI base = installation.get();
        return switch (name) {
            case WorkspaceName.None() -> base;
            case WorkspaceName.InPath path -> URI.create(base + path.prefix());
            case WorkspaceName.InHost(String _, String host) ->
                URI.create(base.getScheme() + "://" + host + (base.getPort() < 0 ? "" : ":" + base.getPort()));
        };
    }
}
