/**
 * How much processor time the requests of each endpoint take: a regression of the use of the processors on the logged traffic.
 *
 * <p>The lab calls it. It calls {@code traffic}, and knows no servlets. Read {@link asynclab.traffic.processor.ProcessorTimes} first.
 */
package asynclab.traffic.processor;
