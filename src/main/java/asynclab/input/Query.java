package asynclab.input;

import asynclab.parameter.BadParameter;
import asynclab.parameter.Parameters;
import asynclab.parameter.QueryString;
import javax.servlet.http.HttpServletRequest;

/**
 * Reads the parameters of a request's query string ({@link QueryString}). {@code getParameterMap} would also read the body of a form,
 * which blocks. For a parameter that is not percent-encoded, it would leave the parameter out (Tomcat) or throw (Jetty).
 */
public final class Query {

    private Query() {}

    /** @throws BadParameter if the query is not percent-encoded UTF-8 */
    public static Parameters of(HttpServletRequest request) {
        return QueryString.parse(request.getQueryString());
    }
}
