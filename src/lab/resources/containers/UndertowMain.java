import io.undertow.Undertow;
import io.undertow.server.handlers.resource.PathResourceManager;
import io.undertow.servlet.Servlets;
import io.undertow.servlet.api.DeploymentInfo;
import io.undertow.servlet.api.DeploymentManager;
import io.undertow.servlet.api.ErrorPage;
import io.undertow.servlet.api.FilterInfo;
import io.undertow.servlet.api.ListenerInfo;
import io.undertow.servlet.api.ServletInfo;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EventListener;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.zip.ZipInputStream;
import javax.servlet.DispatcherType;
import javax.servlet.Filter;
import javax.servlet.Servlet;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;

/**
 * Serves a WAR on Undertow. Undertow does not read web.xml, so this class does. It undeploys the application when the WAR is
 * removed. It is run from its source, so that the lab's build does not need Undertow: {@code java -classpath 'undertow/*'
 * UndertowMain.java WAR PORT THREADS}.
 */
public final class UndertowMain {

    public static void main(String[] arguments) throws Exception {
        Path war = Path.of(arguments[0]);
        Path folder = unpack(war, Files.createTempDirectory(war.getParent(), "root"));
        DeploymentInfo application = describe(folder);
        DeploymentManager manager = Servlets.defaultContainer().addDeployment(application);
        manager.deploy();
        Undertow server = Undertow.builder()
                .addHttpListener(Integer.parseInt(arguments[1]), "127.0.0.1")
                .setWorkerThreads(Integer.parseInt(arguments[2]))
                .setHandler(manager.start())
                .build();
        server.start();
        Runnable undeploy = once(() -> {
            manager.stop();
            manager.undeploy();
        });
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            undeploy.run();
            server.stop();
        }));
        while (Files.exists(war)) Thread.sleep(500);
        undeploy.run();
    }

    private interface Step {
        void take() throws Exception;
    }

    private static Runnable once(Step step) {
        return new Runnable() {
            private boolean done; // guarded by this

            @Override
            public synchronized void run() {
                if (done) return;
                done = true;
                try {
                    step.take();
                } catch (Exception e) {
                    e.printStackTrace();
                }
            }
        };
    }

    private static Path unpack(Path war, Path folder) throws Exception {
        try (var zip = new ZipInputStream(Files.newInputStream(war))) {
            for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Path file = folder.resolve(entry.getName()).normalize();
                if (entry.isDirectory() || !file.startsWith(folder)) continue;
                Files.createDirectories(file.getParent());
                Files.copy(zip, file);
            }
        }
        return folder;
    }

    private static DeploymentInfo describe(Path folder) throws Exception {
        ClassLoader classes = classLoader(folder.resolve("WEB-INF"));
        Element web;
        try (InputStream xml = Files.newInputStream(folder.resolve("WEB-INF/web.xml"))) {
            web = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(xml).getDocumentElement();
        }
        var application = new DeploymentInfo()
                .setClassLoader(classes)
                .setContextPath("/")
                .setDeploymentName("ROOT")
                .addWelcomePage("index.html")
                .setResourceManager(new PathResourceManager(folder));
        for (Element e : all(web, "context-param"))
            application.addInitParameter(text(e, "param-name"), text(e, "param-value"));
        for (Element e : all(web, "listener"))
            application.addListener(new ListenerInfo(
                    classes.loadClass(text(e, "listener-class")).asSubclass(EventListener.class)));
        for (Element e : all(web, "filter")) addFilter(application, classes, e);
        for (Element e : all(web, "filter-mapping")) addFilterMapping(application, e);
        for (Element e : all(web, "servlet")) addServlet(application, classes, web, e);
        for (Element e : all(web, "error-page")) application.addErrorPage(new ErrorPage(text(e, "location")));
        for (Element list : all(web, "welcome-file-list"))
            for (Element e : all(list, "welcome-file")) application.addWelcomePage(e.getTextContent().strip());
        return application;
    }

    private static void addFilter(DeploymentInfo application, ClassLoader classes, Element e) throws Exception {
        var filter = new FilterInfo(
                text(e, "filter-name"), classes.loadClass(text(e, "filter-class")).asSubclass(Filter.class));
        filter.setAsyncSupported(text(e, "async-supported").equals("true"));
        parameters(e, filter::addInitParam);
        application.addFilter(filter);
    }

    private static void addFilterMapping(DeploymentInfo application, Element e) {
        List<Element> dispatchers = all(e, "dispatcher");
        List<DispatcherType> types = dispatchers.isEmpty()
                ? List.of(DispatcherType.REQUEST)
                : dispatchers.stream()
                        .map(d -> DispatcherType.valueOf(d.getTextContent().strip()))
                        .toList();
        for (DispatcherType type : types) {
            for (Element url : all(e, "url-pattern"))
                application.addFilterUrlMapping(
                        text(e, "filter-name"), url.getTextContent().strip(), type);
            for (Element name : all(e, "servlet-name"))
                application.addFilterServletNameMapping(
                        text(e, "filter-name"), name.getTextContent().strip(), type);
        }
    }

    private static void addServlet(DeploymentInfo application, ClassLoader classes, Element web, Element e)
            throws Exception {
        var servlet = new ServletInfo(
                text(e, "servlet-name"), classes.loadClass(text(e, "servlet-class")).asSubclass(Servlet.class));
        servlet.setAsyncSupported(text(e, "async-supported").equals("true"));
        if (!text(e, "load-on-startup").isEmpty())
            servlet.setLoadOnStartup(Integer.parseInt(text(e, "load-on-startup")));
        parameters(e, servlet::addInitParam);
        for (Element mapping : all(web, "servlet-mapping"))
            if (text(mapping, "servlet-name").equals(servlet.getName()))
                for (Element url : all(mapping, "url-pattern"))
                    servlet.addMapping(url.getTextContent().strip());
        application.addServlet(servlet);
    }

    private static ClassLoader classLoader(Path webInf) throws Exception {
        var urls = new ArrayList<URL>(List.of(webInf.resolve("classes").toUri().toURL()));
        try (var libraries = Files.newDirectoryStream(webInf.resolve("lib"), "*.jar")) {
            for (Path library : libraries) urls.add(library.toUri().toURL());
        }
        return new URLClassLoader(urls.toArray(URL[]::new), UndertowMain.class.getClassLoader());
    }

    private static void parameters(Element owner, BiConsumer<String, String> add) {
        for (Element e : all(owner, "init-param")) add.accept(text(e, "param-name"), text(e, "param-value"));
    }

    /** The child elements of a name. */
    private static List<Element> all(Element parent, String name) {
        var found = new ArrayList<Element>();
        for (var node = parent.getFirstChild(); node != null; node = node.getNextSibling())
            if (node instanceof Element element && element.getTagName().equals(name)) found.add(element);
        return found;
    }

    /** The text of the first child element of a name; empty if there is none. */
    private static String text(Element parent, String name) {
        List<Element> found = all(parent, name);
        return found.isEmpty() ? "" : found.get(0).getTextContent().strip();
    }
}
