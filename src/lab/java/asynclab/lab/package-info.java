/**
 * What measures. {@link asynclab.lab.Lab} runs an {@link asynclab.lab.Experiment} (data, from {@code experiments/*.json}): for
 * each arm a fresh {@link asynclab.lab.Server} in a JVM of its own, watched over JMX by a {@link asynclab.lab.Sampler}, under
 * the load of a real {@link asynclab.lab.JMeter}. Its samples become a {@code queueing.Trace}, the same ruler the prediction is
 * measured with; {@link asynclab.lab.Validity} and {@link asynclab.lab.Verdict} judge them; {@link asynclab.lab.Summary} is
 * the stored result. {@link asynclab.lab.Report} makes its pages of what is stored and of the model, at any time:
 * {@link asynclab.lab.Evidence} is what there is to draw, {@link asynclab.lab.Plots} draws it as data, for a script and for
 * {@link asynclab.lab.Picture} alike; {@link asynclab.lab.Comparison} sets two results side by side;
 * {@link asynclab.lab.Threshold} is what a build asks of one. {@link asynclab.lab.Target} measures somebody's own service from
 * outside, and stores and reports it in the same way.
 * {@link asynclab.lab.Portability} tries the same WAR on other {@link asynclab.lab.Containers}.
 */
package asynclab.lab;
