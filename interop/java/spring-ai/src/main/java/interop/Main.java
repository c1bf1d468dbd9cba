package interop;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** A chat client of Spring AI, observed by Spring Boot's OpenTelemetry starter. */
@SpringBootApplication
public class Main {
    public static void main(String[] args) throws Exception {
        var application = SpringApplication.run(Main.class, args);
        ChatClient client = application.getBean(ChatClient.Builder.class).build();
        Script.go(script -> agent(script, client));
        application.close();
        System.exit(0);
    }

    static String agent(Script script, ChatClient client) throws Exception {
        List<ToolCallback> tools = define(script.tools());
        if (!script.toolsOfOther().isEmpty()) {
            List<ToolCallback> inner = define(script.toolsOfOther());
            String schema = new Tools.Tool("local_guide", "Knows Tavira.", Map.of("task", "string"), null).schema();
            tools.add(callback("local_guide", "Knows Tavira.", schema, arguments -> client.prompt()
                    .user(Script.JSON.readTree(arguments).get("task").asText()).toolCallbacks(inner).call().content()));
        }
        List<Message> history = new ArrayList<>();
        for (JsonNode turn : script.history()) {
            String said = turn.get(1).asText();
            history.add(turn.get(0).asText().equals("user") ? new UserMessage(said) : new AssistantMessage(said));
        }
        var request = client.prompt().messages(history).user(script.question()).toolCallbacks(tools);
        if (script.has("stream")) {
            return String.join("", request.stream().content().collectList().block());
        }
        return request.call().content();
    }

    static List<ToolCallback> define(List<Tools.Tool> tools) throws Exception {
        List<ToolCallback> made = new ArrayList<>();
        for (Tools.Tool tool : tools) {
            made.add(callback(tool.name(), tool.description(), tool.schema(), tool::run));
        }
        return made;
    }

    interface Function {
        String apply(String arguments) throws Exception;
    }

    static ToolCallback callback(String name, String description, String schema, Function function) {
        var definition = ToolDefinition.builder().name(name).description(description).inputSchema(schema).build();
        return new ToolCallback() {
            @Override
            public ToolDefinition getToolDefinition() {
                return definition;
            }

            @Override
            public String call(String arguments) {
                try {
                    return function.apply(arguments);
                } catch (RuntimeException failure) {
                    throw failure;
                } catch (Exception failure) {
                    throw new IllegalStateException(failure);
                }
            }
        };
    }
}
