package interop;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The tools of the scenarios, which tell the harness when they ran and what came of it. */
public final class Tools {
    private static final AtomicInteger KEYS = new AtomicInteger();

    private Tools() {}

    /** What a tool does. */
    public interface Function {
        Object apply(Map<String, Object> arguments) throws Exception;
    }

    /** A tool with its parameters' names and types in JSON schema. */
    public record Tool(String name, String description, Map<String, String> parameters, Function function) {
        /** Runs the tool; its result is JSON, but a text is itself. */
        public String run(String arguments) throws Exception {
            @SuppressWarnings("unchecked")
            Map<String, Object> given = Script.JSON.readValue(arguments == null || arguments.isBlank() ? "{}" : arguments, Map.class);
            int key = KEYS.incrementAndGet();
            Map<String, Object> start = Script.event("tool_start", "key", key);
            start.put("name", name);
            start.put("args", given);
            Script.tell(start);
            Map<String, Object> end = Script.event("tool_end", "key", key);
            try {
                Object result = function.apply(given);
                end.put("result", result);
                return result instanceof String text ? text : Script.JSON.writeValueAsString(result);
            } catch (Exception failure) {
                end.put("error", failure.getMessage());
                throw failure;
            } finally {
                Script.tell(end);
            }
        }

        /** The JSON schema of the arguments. */
        public String schema() throws Exception {
            Map<String, Object> properties = new LinkedHashMap<>();
            parameters.forEach((key, type) -> properties.put(key, Map.of("type", type)));
            return Script.JSON.writeValueAsString(
                    Map.of("type", "object", "properties", properties, "required", parameters.keySet()));
        }
    }

    static List<Tool> of(JsonNode names) {
        List<Tool> found = new ArrayList<>();
        for (JsonNode name : Script.list(names)) {
            ALL.stream().filter(tool -> tool.name().equals(name.asText())).forEach(found::add);
        }
        return found;
    }

    private static Tool tool(String name, String description, Map<String, String> parameters, Function function) {
        return new Tool(name, description, parameters, function);
    }

    private static Map<String, Object> ordered(Object... pairs) {
        Map<String, Object> made = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            made.put((String) pairs[i], pairs[i + 1]);
        }
        return made;
    }

    private static final List<Tool> ALL = List.of(
            tool("sea_temperature", "Get the temperature of the sea at a beach.", Map.of("beach", "string"), Tools::seaTemperature),
            tool("tide", "Get the tide at a harbour.", Map.of("harbour", "string"), any -> "rising"),
            tool("free_boats", "List the free boats of a day.", Map.of("day", "string"), any -> List.of(ordered("boat", "B-7", "seats", 4))),
            tool("boat_price", "Get the price of a boat.", Map.of("boat", "string", "hours", "integer"), any -> 45.5),
            tool("book_boat", "Book a boat.", Map.of("boat", "string", "guest", "string", "paid", "boolean"), any -> "booked"),
            tool("buoy_report", "Get the report of a buoy.", Map.of("buoy", "string"), any -> {
                throw new IllegalStateException("The buoy does not answer");
            }),
            tool("on_watch", "Get the sailor on watch.", Map.of(),
                    any -> ordered("name", "Ines", "roles", List.of("helm", "radio"), "until", null)),
            tool("sights", "List the sights of a town.", Map.of("town", "string"), any -> List.of("castle", "old bridge")),
            tool("fuel_level", "Get the fuel level of a boat.", Map.of("boat", "string"), any -> 12),
            tool("logbook", "Read a logbook.", Map.of("title", "string"), any -> logbook()),
            tool("distance", "Get the distance that a boat makes.", Map.of("knots", "integer", "hours", "integer"), any -> 21));

    private static Object seaTemperature(Map<String, Object> arguments) throws InterruptedException {
        String beach = (String) arguments.get("beach");
        if (beach.equals("Nazare") || beach.equals("Sagres")) { // the first of two ends last
            Thread.sleep(30);
        }
        int degrees = Map.of("Ericeira", 17, "Nazare", 15, "Sagres", 18, "Faro", 21).get(beach);
        return ordered("beach", beach, "celsius", degrees, "waves", "low");
    }

    private static String logbook() {
        return IntStream.range(1, 26)
                .mapToObj(n -> "§%d 航海 🚢 é “quotes” \\ {\"n\": %d}\t日本語 ñ".formatted(n, n))
                .collect(Collectors.joining("\n"));
    }
}
