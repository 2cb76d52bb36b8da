package asynclab.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;

class HtmlTest {

    @Test
    void text_in_a_script_element_cannot_end_the_element() throws Exception {
        String name = "</script><!-- \u2028";
        String json = Html.inScript(new ObjectMapper().writeValueAsString(List.of(name)));
        assertFalse(json.contains("<"), json);
        assertEquals(List.of(name), new ObjectMapper().readValue(json, List.class));
    }
}
