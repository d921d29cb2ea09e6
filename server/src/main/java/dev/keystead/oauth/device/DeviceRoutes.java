package dev.keystead.oauth.device;

import dev.keystead.client.GrantType;
import dev.keystead.oauth.clientauth.CallingClients;
import dev.keystead.oauth.clientauth.CallingClients.Calling;
import dev.keystead.oauth.clientauth.ClientLimits;
import dev.keystead.oauth.wire.Endpoints;
import dev.keystead.oauth.wire.OAuthError;
import dev.keystead.oauth.wire.OwnInterface;
import dev.keystead.oauth.wire.Resources;
import dev.keystead.oauth.wire.Scopes;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.ProtocolMessage;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The endpoint at which devices begin (RFC 8628 section 3.1).
public final class DeviceRoutes {
    private static final String PATH = "/oauth/v2/device_authorization";

    private final Database database;
    private final CallingClients callers;
    private final DeviceCodes codes;
    private final OwnInterface ownInterface;
    private final ClientLimits limits;

    public DeviceRoutes(
            Database database,
            CallingClients callers,
            DeviceCodes codes,
            OwnInterface ownInterface,
            ClientLimits limits) {
        this.database = database;
        this.callers = callers;
        this.codes = codes;
        this.ownInterface = ownInterface;
        this.limits = limits;
    }

    public List<Route> routes() {
        return List.of(Route.post(PATH, "Let a device wait for a person who answers elsewhere")
                .open("clients prove themselves by the protocol's own means")
                .auditsNothing("nothing is given until a person answers, which is recorded")
                .endpoint(200, Shape.media("application/json"), Endpoints.answering(this::begin)));
    }

    private Reply begin(Call call, ProtocolMessage message) {
        Calling calling = callers.of(call, message, PATH);
        if (!calling.client().mayUse(GrantType.DEVICE_CODE)) {
            throw OAuthError.of("unauthorized_client", "this application may not use the device flow");
        }
        // RFC 9396 section 5: what would not be given is not passed over.
        if (calling.parameters().find("authorization_details").isPresent()) {
            throw OAuthError.of(
                    "invalid_authorization_details",
                    "authorization_details are allowed by a person, at the authorization endpoint");
        }
        List<String> resources = Resources.read(calling.parameters());
        ownInterface.requireFor(calling.client(), resources);
        var wish = new DeviceCodes.Wish(
                calling.client().id(),
                Scopes.allowed(calling.client(), calling.parameters()),
                resources,
                call.remoteAddress());
        DeviceCodes.Begun begun = Scope.tenant(calling.tenant().value())
                .call(() -> database.write(transaction -> {
                    limits.takeRequest(transaction, calling.client(), call.remoteAddress());
                    return codes.begin(transaction, wish);
                }));
        return Reply.ok(answer(calling.issuer(), begun));
    }

    /// RFC 8628 section 3.2.
    private static Map<String, Object> answer(String issuer, DeviceCodes.Begun begun) {
        String page = issuer + DeviceAnswerRoutes.SHORT_PATH;
        String shown = begun.userCode().shown();
        var members = new LinkedHashMap<String, Object>();
        members.put("device_code", begun.deviceCode().text());
        members.put("user_code", shown);
        members.put("verification_uri", page);
        members.put("verification_uri_complete", page + "?user_code=" + shown);
        members.put("expires_in", DeviceCodes.LIFE.toSeconds());
        members.put("interval", DeviceCodes.INTERVAL.toSeconds());
        return members;
    }
}
