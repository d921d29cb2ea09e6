package dev.keystead.login;

import dev.keystead.platform.html.Card;
import dev.keystead.platform.html.View;

/// The page that leads to another workspace's door.
///
/// @param address of that door
/// @param again where to say another name
public record ElsewherePage(Card card, String address, String again) implements View {
    @Override
    public String template() {
        return "signin/elsewhere.jte";
    }

    public String text(String key, Object... arguments) {
        return card.text(key, arguments);
    }
}
