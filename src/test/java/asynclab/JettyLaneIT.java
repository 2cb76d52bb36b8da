package asynclab;

import org.junit.jupiter.api.ClassOrderer;
import org.junit.platform.suite.api.ConfigurationParameter;
import org.junit.platform.suite.api.ExcludePackages;
import org.junit.platform.suite.api.IncludeClassNamePatterns;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/**
 * The wire tests on Jetty, but for those of {@link JettyLoadLaneIT}, in one JVM, so that they share its servers. Maven runs the four
 * lanes at once, and in a fifth everything else. It sorts classes by their names, so the lanes begin first.
 */
@Suite
@ConfigurationParameter(
        key = ClassOrderer.DEFAULT_ORDER_PROPERTY_NAME,
        value = "org.junit.jupiter.api.ClassOrderer$ClassName")
@SelectPackages("asynclab.wire")
@IncludeClassNamePatterns(".*OnJettyIT")
@ExcludePackages({"asynclab.wire.browser", "asynclab.wire.load", "asynclab.wire.pattern", "asynclab.wire.queue"})
class JettyLaneIT {}
