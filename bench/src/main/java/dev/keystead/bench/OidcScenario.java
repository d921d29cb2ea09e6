package dev.keystead.bench;

/// One flow against one OpenID Connect server.
record OidcScenario(OidcTarget target, OidcFlow flow) implements Scenario {
    @Override
    public VirtualUser user(int number) {
        return new OidcUser(target, flow, number);
    }
}
