package asynclab.web.filter;

import asynclab.exchange.Exchanges;
import asynclab.exchange.Reply;
import asynclab.input.Settings;
import asynclab.parameter.BadParameter;
import java.io.IOException;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Protects the URLs that only a laboratory needs: those that change shared state, fail on purpose or make a mistake. With the
 * setting {@code profile} at {@code production} they give 404, like any unknown URL. A page of another site, whose browser says so, gets
 * 403. The header is {@code https://www.w3.org/TR/fetch-metadata/}.
 */
public final class LabOnlyFilter implements Filter {

    private boolean production;
    private Exchanges exchanges;

    /** @throws BadParameter if {@code profile} is neither lab nor production; the container then refuses the application */
    @Override
    public void init(FilterConfig config) {
        exchanges = Exchanges.of(config.getServletContext());
        String profile = Settings.of(config.getServletContext()).text("profile");
        production = profile.equals("production");
        if (!production && !profile.equals("lab")) throw new BadParameter("profile", profile, "lab or production");
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        var asked = (HttpServletRequest) request;
        Reply refusal = production ? Reply.notFound() : isOfAnotherSite(asked) ? Reply.ofAnotherSite() : null;
        if (refusal == null) chain.doFilter(request, response);
        else exchanges.send(asked, (HttpServletResponse) response, refusal);
    }

    private static boolean isOfAnotherSite(HttpServletRequest request) {
        String site = request.getHeader("Sec-Fetch-Site");
        return "cross-site".equals(site) || "same-site".equals(site);
    }

    @Override
    public void destroy() {}
}
