package dev.keystead.platform.objects;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/// What an S3-compatible storage says in XML.
///
/// @param keys of objects, without the bucket
/// @param more whether further ones come after these
record Listing(List<String> keys, boolean more) {
    private static final Pattern CODE = Pattern.compile("<Code>([A-Za-z0-9.]{1,60})</Code>");

    Listing {
        keys = List.copyOf(keys);
    }

    /// Reads the answer of ListObjectsV2. Entities and document types are not read at all.
    static Listing parse(byte[] body) throws XMLStreamException {
        XMLInputFactory xml = XMLInputFactory.newDefaultFactory();
        xml.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        xml.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        XMLStreamReader reader = xml.createXMLStreamReader(new ByteArrayInputStream(body));
        var keys = new ArrayList<String>();
        boolean more = false;
        while (reader.hasNext()) {
            if (reader.next() == XMLStreamReader.START_ELEMENT) {
                switch (reader.getLocalName()) {
                    case "Key" -> keys.add(reader.getElementText());
                    case "IsTruncated" -> more = reader.getElementText().strip().equals("true");
                    default -> {
                        // Everything else is of no interest here.
                    }
                }
            }
        }
        return new Listing(keys, more);
    }

    /// The word for an error, such as NoSuchBucket.
    static Optional<String> errorCode(String body) {
        Matcher found = CODE.matcher(body);
        return found.find() ? Optional.of(found.group(1)) : Optional.empty();
    }
}
