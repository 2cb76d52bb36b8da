/**
 * Measures a service from outside, without JMeter: it climbs until requests wait, and names what they wait for. It sends requests with
 * the JDK's client and installs nothing. {@link asynclab.probe.ProbeRun} writes what Maven stores.
 *
 * <p>{@code cli} calls it. It calls {@code options}, {@code document} and the model. Read {@link
 * asynclab.probe.Probe} first.
 */
package asynclab.probe;
