package asynclab.web;

import asynclab.exchange.Exchanges;
import asynclab.exchange.Reply;
import java.io.IOException;
import java.util.Map;
import javax.servlet.RequestDispatcher;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Answers an error that the container found, as JSON. The answer has the status and no internals of the server.
 */
public final class ErrorServlet extends HttpServlet {

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) {
        boolean clientGone = request.getAttribute(RequestDispatcher.ERROR_EXCEPTION) instanceof IOException;
        if (clientGone || response.isCommitted()) return; // Tomcat calls this when the client of a stream is gone
        Integer status = (Integer) request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
        int code = status == null ? 404 : status;
        String why = "The request was refused or failed with status " + code + ".";
        Exchanges.of(getServletContext())
                .send(request, response, code == 404 ? Reply.notFound() : Reply.json(code, Map.of("error", why)));
    }
}
