package dev.keystead.federation.saml.protocol;

import dev.keystead.federation.saml.protocol.SamlRefused.Reason;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.w3c.dom.Element;

/// What an assertion says about somebody besides their name (core section 2.7.3). Values that are no text are
/// passed over.
final class Attributes {
    private static final int MOST_VALUES = 1_000;
    private static final int LONGEST = 2_000;

    private Attributes() {}

    static Map<String, List<String>> in(Element assertion) throws SamlRefused {
        var found = new LinkedHashMap<String, List<String>>();
        int values = 0;
        for (Element statement : Xml.children(assertion, Xml.ASSERTION, "AttributeStatement")) {
            for (Element attribute : Xml.children(statement, Xml.ASSERTION, "Attribute")) {
                List<String> of = found.computeIfAbsent(Xml.require(attribute, "Name"), _ -> new ArrayList<>());
                for (Element value : Xml.children(attribute, Xml.ASSERTION, "AttributeValue")) {
                    Optional<String> text = Xml.findText(value).filter(one -> one.length() <= LONGEST);
                    text.ifPresent(of::add);
                    if (++values > MOST_VALUES) {
                        throw new SamlRefused(Reason.TOO_LARGE, "more than " + MOST_VALUES + " values");
                    }
                }
            }
        }
        found.replaceAll((_, of) -> List.copyOf(of));
        return Collections.unmodifiableMap(found);
    }
}
