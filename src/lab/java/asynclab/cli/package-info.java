/**
 * The command: what {@code mvn verify -Plab} starts. It runs what the options name, writes the reports and compares
 * the result with the reference.
 *
 * <p>No room calls it; the build does. It may call every room of the lab. Read {@link asynclab.cli.Lab} first.
 */
package asynclab.cli;
