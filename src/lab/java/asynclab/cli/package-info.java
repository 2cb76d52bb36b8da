/**
 * The commands. {@code mvn verify -Plab} starts {@link asynclab.cli.Lab}, which runs what the options name, writes the reports and compares
 * the result with the reference. {@code java -jar asynclab.jar} starts {@link asynclab.cli.Tool}. Each of its commands is a class here.
 *
 * <p>Only the build calls it. It may call every room of the lab. The jar has only the rooms that {@code src/assembly/asynclab.xml}
 * packs, so {@code Tool} must reach no other. Read {@link asynclab.cli.Lab} or {@link asynclab.cli.Tool} first.
 */
package asynclab.cli;
