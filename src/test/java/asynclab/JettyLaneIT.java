package asynclab;

import org.junit.jupiter.api.ClassOrderer;
import org.junit.platform.suite.api.ConfigurationParameter;
import org.junit.platform.suite.api.IncludeClassNamePatterns;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/**
 * The wire tests on Jetty, in one JVM, so that they share its servers. Maven runs {@link TomcatLaneIT} beside it, and in a third
 * lane everything else. Maven sorts classes by their names, so these two begin first.
 */
@Suite
@ConfigurationParameter(
        key = ClassOrderer.DEFAULT_ORDER_PROPERTY_NAME,
        value = "org.junit.jupiter.api.ClassOrderer$ClassName")
@SelectPackages("asynclab.wire")
@IncludeClassNamePatterns(".*OnJettyIT")
class JettyLaneIT {}
