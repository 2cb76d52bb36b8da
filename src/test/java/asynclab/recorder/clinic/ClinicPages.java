package asynclab.recorder.clinic;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Collections;
import javax.servlet.ServletException;
import javax.servlet.annotation.WebServlet;
import javax.servlet.http.Cookie;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;

/** Pages that one thread writes. The parameter {@code n} is in each answer, so an answer to another request is noticed. */
final class ClinicPages {

    private ClinicPages() {}

    /** Forwards to a JSP. */
    @WebServlet("/owner")
    public static final class OwnerPage extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            request.setAttribute("owner", "n=" + request.getParameter("n"));
            request.getRequestDispatcher("/WEB-INF/owner.jsp").forward(request, response);
        }
    }

    /** Includes a servlet and a JSP. */
    @WebServlet("/visits")
    public static final class VisitsPage extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            response.setContentType("text/plain;charset=UTF-8");
            response.getWriter().println("visits of n=" + request.getParameter("n"));
            request.getRequestDispatcher("/pet?pet=cat").include(request, response);
            request.getRequestDispatcher("/WEB-INF/part.jsp").include(request, response);
            response.getWriter().println("end of visits");
        }
    }

    /** The part of a page. A header that it sets has no effect when it is included. */
    @WebServlet("/pet")
    public static final class PetPart extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.setHeader("X-Pet", "set");
            response.getWriter()
                    .println(request.getParameter("pet") + " " + request.getDispatcherType() + " "
                            + request.getAttribute("javax.servlet.include.request_uri"));
        }
    }

    /** A session with a cookie: each POST adds to it, and the parameter {@code end} ends it. */
    @WebServlet("/cart")
    public static final class CartPage extends HttpServlet {
        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
            HttpSession session = request.getSession();
            boolean isNew = session.isNew();
            String cart = session.getAttribute("cart") + "+" + request.getParameter("n");
            session.setAttribute("cart", cart);
            if (request.getParameter("other") != null) request.changeSessionId();
            if (request.getParameter("end") != null) session.invalidate();
            response.getWriter()
                    .println(isNew + " " + request.isRequestedSessionIdValid() + " "
                            + request.isRequestedSessionIdFromCookie() + " " + cart);
        }
    }

    /** Redirects, with the session in the address because the client has sent no cookie. */
    @WebServlet("/go")
    public static final class RedirectPage extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            if (request.getParameter("session") != null) request.getSession();
            response.sendRedirect(response.encodeRedirectURL("owner?n=" + request.getParameter("n")));
        }
    }

    /** Fails in each of the ways that a servlet has. */
    @WebServlet("/fail")
    public static final class FailingPage extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            String n = "n=" + request.getParameter("n");
            response.getWriter().println("never seen");
            switch (request.getParameter("how")) {
                case "missing" -> response.sendError(404, n);
                case "conflict" -> response.sendError(409, n);
                case "status" -> response.setStatus(503);
                case "page" -> throw new IllegalStateException(n);
                default -> throw new ServletException(n);
            }
        }
    }

    /** What a servlet sees of its request, with the types of request and response, and many kinds of headers. */
    @WebServlet(
            urlPatterns = {"/facts", "/facts/*", "/wrapped/facts", "/gzip/facts"},
            asyncSupported = true)
    public static final class FactsPage extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.setContentType("text/plain");
            response.setCharacterEncoding("UTF-8");
            response.addHeader("X-Twice", "one");
            response.addHeader("X-Twice", "two");
            response.addIntHeader("X-Number", 7);
            response.addDateHeader("X-Day", 86_400_000L);
            response.addCookie(new Cookie("taste", "sweet"));
            PrintWriter out = response.getWriter();
            out.println("n=" + request.getParameter("n") + " ä €");
            out.println(request.getClass().getName() + " " + response.getClass().getName());
            out.println(request.getMethod() + " " + request.getProtocol() + " " + request.getDispatcherType());
            out.println(request.getServletPath() + " " + request.getPathInfo() + " " + request.getQueryString());
            out.println(request.isAsyncSupported() + " " + request.isAsyncStarted() + " " + response.isCommitted());
            out.println(response.getBufferSize() + " " + request.getContentLength() + " " + request.getLocale());
            out.println(Collections.list(request.getHeaderNames()) + " " + response.getHeaderNames());
            out.println(Collections.list(request.getAttributeNames()).stream()
                    .filter(name -> name.startsWith("asynclab"))
                    .toList());
        }
    }

    /** An answer in parts. Each flush sends a chunk. */
    @WebServlet("/parts")
    public static final class ChunkedPage extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            for (int part = 0; part < 5; part++) {
                response.getOutputStream().print("n=" + request.getParameter("n") + " part " + part + "\n");
                response.flushBuffer();
            }
        }
    }
}
