package dev.keystead.bench;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// One kind of request, sent over and over: a `get`, or a `post` with a JSON body.
///
/// @param headers header lines, each ended by CR LF
/// @param body null for a get
/// @param expect the status that counts as success
/// @param contains text that must be in the answer, or null
/// @param ids what `{id}` is chosen from
/// @param counter where `{n}` comes from, shared by everything that must not collide
record HttpScenario(
        String name,
        Template url,
        Template headers,
        @Nullable Template body,
        int expect,
        @Nullable Template contains,
        Tenants tenants,
        List<String> ids,
        String stamp,
        AtomicLong counter)
        implements Scenario {
    @Override
    public VirtualUser user(int number) {
        return new HttpUser(this, number);
    }
}
