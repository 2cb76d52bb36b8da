/**
 * A second application, put beside the WAR by the benchmarks alone: servlets that do nothing but hold and answer. What our own
 * cost more than these, in the same server and the same run, is the price of a pattern.
 */
package asynclab.bare;
