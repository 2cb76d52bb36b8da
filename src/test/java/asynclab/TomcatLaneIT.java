package asynclab;

import org.junit.jupiter.api.ClassOrderer;
import org.junit.platform.suite.api.ConfigurationParameter;
import org.junit.platform.suite.api.ExcludePackages;
import org.junit.platform.suite.api.IncludeClassNamePatterns;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/** The wire tests on Tomcat, in one JVM, as {@link JettyLaneIT} has those on Jetty. */
@Suite
@ConfigurationParameter(
        key = ClassOrderer.DEFAULT_ORDER_PROPERTY_NAME,
        value = "org.junit.jupiter.api.ClassOrderer$ClassName")
@SelectPackages("asynclab.wire")
@ExcludePackages({"asynclab.wire.composition", "asynclab.wire.slow"})
@IncludeClassNamePatterns(".*OnTomcatIT")
class TomcatLaneIT {}
