/**
 * Writes the JSON of every answer: of the application, and of the commands.
 *
 * <p>{@code exchange} and the lab call it. It calls no other room. Read {@link asynclab.json.Json} first.
 */
package asynclab.json;
