package dev.keystead.platform.json;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The one spelling of a JSON value by RFC 8785 (JCS): no spaces, members by their names' UTF-16 units,
/// numbers as ECMAScript writes them. Equal values have equal bytes, so that they can be hashed and signed.
///
/// A number that a double cannot hold exactly has no spelling there (RFC 8785 §3.2.2.3 leaves such values to
/// texts): it becomes the text of its digits, so that nothing of it is lost.
public final class CanonicalJson {
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(Integer.MAX_VALUE)
                            .maxNumberLength(Integer.MAX_VALUE)
                            .build())
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private static final long EXACT = 1L << 53;
    private static final int PLAIN_DIGITS = 21;
    private static final int PLAIN_ZEROS = -6;

    private final StringBuilder out = new StringBuilder();

    private CanonicalJson() {}

    /// The canonical spelling of a JSON text.
    public static String of(String json) {
        var canonical = new CanonicalJson();
        canonical.write(MAPPER.readTree(json));
        return canonical.out.toString();
    }

    private void write(JsonNode node) {
        if (node.isObject()) {
            writeObject(node);
        } else if (node.isArray()) {
            writeArray(node);
        } else if (node.isString()) {
            writeText(node.stringValue());
        } else if (node.isNumber()) {
            writeNumber(node);
        } else {
            out.append(node.isNull() ? "null" : String.valueOf(node.booleanValue()));
        }
    }

    /// §3.2.3: sorted by UTF-16 code units, which is how Java compares texts.
    private void writeObject(JsonNode node) {
        List<String> names = new ArrayList<>(node.propertyNames());
        names.sort(null);
        out.append('{');
        String comma = "";
        for (String name : names) {
            out.append(comma);
            writeText(name);
            out.append(':');
            write(node.get(name));
            comma = ",";
        }
        out.append('}');
    }

    private void writeArray(JsonNode node) {
        out.append('[');
        String comma = "";
        for (JsonNode each : node) {
            out.append(comma);
            write(each);
            comma = ",";
        }
        out.append(']');
    }

    /// §3.2.2.2: only what must be escaped is, and in the shortest form.
    private void writeText(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\b' -> out.append("\\b");
                case '\t' -> out.append("\\t");
                case '\n' -> out.append("\\n");
                case '\f' -> out.append("\\f");
                case '\r' -> out.append("\\r");
                default -> {
                    if (c < ' ') {
                        out.append("\\u00").append(c < 16 ? '0' : '1').append(Character.forDigit(c & 15, 16));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }

    private void writeNumber(JsonNode node) {
        if (node.canConvertToLong() && node.isIntegralNumber() && Math.abs(node.longValue()) <= EXACT) {
            out.append(node.longValue());
            return;
        }
        BigDecimal exact = node.isIntegralNumber() ? new BigDecimal(node.bigIntegerValue()) : node.decimalValue();
        double value = exact.doubleValue();
        if (isLost(node, exact, value)) {
            writeText(exact.toString());
        } else {
            out.append(ecmaScript(value));
        }
    }

    /// Whether a double would be spelled as another number: a whole one of other digits, or one out of reach.
    /// A fraction is rounded to the nearest double, as every reader of JSON does.
    private static boolean isLost(JsonNode node, BigDecimal exact, double value) {
        if (Double.isInfinite(value)) {
            return true;
        }
        if (node.isIntegralNumber()) {
            return new BigDecimal(Double.toString(value)).compareTo(exact) != 0;
        }
        return value == 0 && exact.signum() != 0;
    }

    /// Java writes two digits at least, where one may be enough.
    private static BigDecimal shortest(double value) {
        BigDecimal found = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        BigDecimal shorter = found.round(new MathContext(1));
        return found.precision() == 2 && shorter.doubleValue() == value ? shorter.stripTrailingZeros() : found;
    }

    /// §3.2.2.3: Number.prototype.toString of ECMAScript. Java finds the same shortest digits and spells
    /// them otherwise.
    static String ecmaScript(double value) {
        if (value == 0) {
            return "0";
        }
        BigDecimal shortest = shortest(Math.abs(value));
        String digits = shortest.unscaledValue().toString();
        int point = digits.length() - shortest.scale();
        String sign = value < 0 ? "-" : "";
        if (point > 0 && point <= PLAIN_DIGITS) {
            return sign
                    + (digits.length() <= point
                            ? digits + "0".repeat(point - digits.length())
                            : digits.substring(0, point) + "." + digits.substring(point));
        }
        if (point > PLAIN_ZEROS && point <= 0) {
            return sign + "0." + "0".repeat(-point) + digits;
        }
        String fraction = digits.length() == 1 ? "" : "." + digits.substring(1);
        int exponent = point - 1;
        return sign + digits.charAt(0) + fraction + "e" + (exponent < 0 ? "-" : "+") + Math.abs(exponent);
    }
}
