package asynclab;

import org.junit.jupiter.api.ClassOrderer;
import org.junit.platform.suite.api.ConfigurationParameter;
import org.junit.platform.suite.api.ExcludePackages;
import org.junit.platform.suite.api.IncludeClassNamePatterns;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/**
 * The wire tests on Jetty, in one JVM, so that they share its servers. Maven runs {@link TomcatLaneIT} beside it. Two more
 * lanes run everything else, and the two longest themes: calls to a backend, and slow clients. Maven sorts classes by their
 * names, so these two begin first.
 */
@Suite
@ConfigurationParameter(
        key = ClassOrderer.DEFAULT_ORDER_PROPERTY_NAME,
        value = "org.junit.jupiter.api.ClassOrderer$ClassName")
@SelectPackages("asynclab.wire")
@ExcludePackages({"asynclab.wire.composition", "asynclab.wire.slow"})
@IncludeClassNamePatterns(".*OnJettyIT")
class JettyLaneIT {}
