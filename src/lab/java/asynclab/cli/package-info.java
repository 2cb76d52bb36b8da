/**
 * The commands. {@code mvn verify -Plab} starts {@link asynclab.cli.Lab}, which runs what the options name, writes the reports and compares
 * the result with the reference. {@code java -jar asynclab.jar} starts {@link asynclab.cli.Tool}, whose commands each are a class here.
 *
 * <p>No room calls it; the build does. It may call every room of the lab. What {@code Tool} reaches is in the jar, so it calls only rooms
 * that {@code src/assembly/asynclab.xml} packs. Read {@link asynclab.cli.Lab} or {@link asynclab.cli.Tool} first.
 */
package asynclab.cli;
