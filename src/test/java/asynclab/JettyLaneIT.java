package asynclab;

import org.junit.jupiter.api.ClassOrderer;
import org.junit.platform.suite.api.ConfigurationParameter;
import org.junit.platform.suite.api.ExcludePackages;
import org.junit.platform.suite.api.IncludeClassNamePatterns;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/**
 * The wire tests on Jetty, in one JVM, so that they share its servers. Maven runs {@link LoadLaneIT} and {@link TomcatLaneIT} beside
 * it, and in a fourth lane everything else. Maven sorts classes by their names, so these three begin first.
 */
@Suite
@ConfigurationParameter(
        key = ClassOrderer.DEFAULT_ORDER_PROPERTY_NAME,
        value = "org.junit.jupiter.api.ClassOrderer$ClassName")
@SelectPackages("asynclab.wire")
@IncludeClassNamePatterns(".*OnJettyIT")
@ExcludePackages("asynclab.wire.load")
class JettyLaneIT {}
