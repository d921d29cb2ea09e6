package dev.keystead.account;

import dev.keystead.platform.html.View;

/// The last page of an account.
public record GonePage(Around around) implements View {
    @Override
    public String template() {
        return "account/gone.jte";
    }
}
