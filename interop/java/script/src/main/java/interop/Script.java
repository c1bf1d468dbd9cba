package interop;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What every agent's program in Java shares: its scenario, and telling the harness how the run ended. */
public final class Script {
    public static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    public final String name;
    private final List<String> variants;
    private final JsonNode scenario;

    private Script(String name, List<String> variants, JsonNode scenario) {
        this.name = name;
        this.variants = variants;
        this.scenario = scenario;
    }

    /** An agent, which gives the run's output. */
    public interface Agent {
        String run(Script script) throws Exception;
    }

    /** Runs an agent on the scenario that the environment names, and tells the harness its output or its error. */
    public static void go(Agent agent) throws Exception {
        String[] parts = System.getenv("INTEROP_SCENARIO").split("__");
        JsonNode all = JSON.readTree(Path.of("scenarios.json").toFile());
        Script script = new Script(parts[0], Arrays.asList(parts).subList(1, parts.length), all.get(parts[0]));
        try {
            tell(event("run_end", "output", agent.run(script)));
        } catch (Exception failure) { // the scenario may ask for it
            failure.printStackTrace();
            tell(event("run_error", "error", failure.getClass().getSimpleName() + ": " + failure.getMessage()));
        }
    }

    /** An event with one field. */
    static Map<String, Object> event(String kind, String key, Object value) {
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("event", kind);
        event.put(key, value);
        return event;
    }

    /** Sends an event to the harness, before the program goes on. */
    static void tell(Map<String, Object> event) throws Exception {
        var body = HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(event));
        var request = HttpRequest.newBuilder(URI.create(System.getenv("INTEROP_EVENTS"))).POST(body).build();
        CLIENT.send(request, HttpResponse.BodyHandlers.discarding());
    }

    public boolean has(String variant) {
        return variants.contains(variant);
    }

    /** How often a client may try again. */
    public int retries() {
        return name.equals("retry_429") ? 2 : 0;
    }

    public String question() {
        return scenario.get("question").asText();
    }

    /** The turns before the question: the speaker's role and the text. */
    public List<JsonNode> history() {
        return list(scenario.path("history"));
    }

    public List<Tools.Tool> tools() {
        return Tools.of(scenario.get("tools"));
    }

    /** The tools of the scenario's other agent, if it has one. */
    public List<Tools.Tool> toolsOfOther() {
        return scenario.has("sub") ? Tools.of(scenario.get("sub").get("tools")) : List.of();
    }

    static List<JsonNode> list(JsonNode array) {
        return JSON.convertValue(array.isMissingNode() ? JSON.createArrayNode() : array,
                JSON.getTypeFactory().constructCollectionType(List.class, JsonNode.class));
    }
}
