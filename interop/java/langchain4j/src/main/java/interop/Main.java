package interop;

import com.arize.instrumentation.langchain4j.LangChain4jInstrumentor;
import com.fasterxml.jackson.databind.JsonNode;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.tool.ToolExecutor;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** An AI service of LangChain4j, with OpenInference's listeners. */
public final class Main {
    private Main() {}

    interface Skipper {
        String ask(String question);
    }

    public static void main(String[] args) throws Exception {
        var exporter = OtlpHttpSpanExporter.builder().setEndpoint(System.getenv("INTEROP_OTLP") + "/v1/traces").build();
        var resource = Resource.create(Attributes.builder().put("service.name", "interop").put("service.version", "1.0.0").build());
        var provider = SdkTracerProvider.builder().setResource(resource).addSpanProcessor(SimpleSpanProcessor.create(exporter)).build();
        var instrumentor = LangChain4jInstrumentor.instrument(provider);
        Script.go(script -> agent(script, instrumentor));
        provider.shutdown().join(10, TimeUnit.SECONDS);
        System.exit(0);
    }

    static String agent(Script script, LangChain4jInstrumentor instrumentor) throws Exception {
        ChatModel model = OpenAiChatModel.builder()
                .baseUrl(System.getenv("OPENAI_BASE_URL"))
                .apiKey("none")
                .modelName("gpt-4o-mini")
                .maxRetries(script.retries())
                .build();
        Map<ToolSpecification, ToolExecutor> tools = define(script.tools());
        if (!script.toolsOfOther().isEmpty()) {
            Skipper guide = service(model, define(script.toolsOfOther()), List.of(), instrumentor);
            tools.put(specification("local_guide", "Knows Tavira.", Map.of("task", "string")),
                    (request, memory) -> guide.ask(text(request.arguments(), "task")));
        }
        return service(model, tools, script.history(), instrumentor).ask(script.question());
    }

    static Skipper service(ChatModel model, Map<ToolSpecification, ToolExecutor> tools, List<JsonNode> history,
            LangChain4jInstrumentor instrumentor) {
        var memory = MessageWindowChatMemory.withMaxMessages(100);
        for (JsonNode turn : history) {
            String said = turn.get(1).asText();
            memory.add(turn.get(0).asText().equals("user") ? UserMessage.from(said) : AiMessage.from(said));
        }
        return AiServices.builder(Skipper.class)
                .chatModel(model)
                .chatMemory(memory)
                .tools(tools)
                .registerListeners(instrumentor.createAiServiceListeners())
                .build();
    }

    static Map<ToolSpecification, ToolExecutor> define(List<Tools.Tool> tools) {
        Map<ToolSpecification, ToolExecutor> made = new LinkedHashMap<>();
        for (Tools.Tool tool : tools) {
            made.put(specification(tool.name(), tool.description(), tool.parameters()), (request, memory) -> {
                try {
                    return tool.run(request.arguments());
                } catch (RuntimeException failure) {
                    throw failure;
                } catch (Exception failure) {
                    throw new IllegalStateException(failure);
                }
            });
        }
        return made;
    }

    static ToolSpecification specification(String name, String description, Map<String, String> parameters) {
        var schema = JsonObjectSchema.builder();
        parameters.forEach((key, type) -> {
            switch (type) {
                case "integer" -> schema.addIntegerProperty(key);
                case "boolean" -> schema.addBooleanProperty(key);
                default -> schema.addStringProperty(key);
            }
        });
        schema.required(List.copyOf(parameters.keySet()));
        return ToolSpecification.builder().name(name).description(description).parameters(schema.build()).build();
    }

    static String text(String arguments, String key) {
        try {
            return Script.JSON.readTree(arguments).get(key).asText();
        } catch (com.fasterxml.jackson.core.JsonProcessingException failure) {
            throw new IllegalArgumentException(failure);
        }
    }
}
