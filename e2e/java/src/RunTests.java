import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs the tests of the classes named in the arguments; writes one line of JSON for each: its name and, if it failed, the error. */
public final class RunTests {
    public static void main(String[] classes) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
            .selectors(Arrays.stream(classes).map(name -> selectClass(name)).toList())
            .build();
        LauncherFactory.create().execute(request, new Lines());
        // Threads of the client may be waiting.
        System.exit(0);
    }

    private static final class Lines implements TestExecutionListener {
        private final ObjectMapper json = new ObjectMapper();

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            String error = result.getThrowable().map(Lines::text).orElse(null);
            if (test.getSource().orElse(null) instanceof MethodSource method) {
                write(method.getClassName() + "." + method.getMethodName(), error);
            } else if (error != null) {
                System.err.println(error);
            }
        }

        private void write(String name, String error) {
            Map<String, String> line = new HashMap<>();
            line.put("name", name);
            line.put("error", error);
            try {
                System.out.println(json.writeValueAsString(line));
            } catch (com.fasterxml.jackson.core.JsonProcessingException impossible) {
                throw new IllegalStateException(impossible);
            }
        }

        private static String text(Throwable thrown) {
            StringWriter text = new StringWriter();
            thrown.printStackTrace(new PrintWriter(text));
            return text.toString();
        }
    }
}
