/**
 * An application of somebody else: a clinic with pages, sessions, uploads and a WebSocket. It knows nothing of the recorder and of
 * the lab. {@link asynclab.recorder.unchanged.UnchangedIT} packs it as a WAR, once with the recorder, and compares the answers. Its JSP files
 * and its {@code web.xml} are in {@code src/test/resources}.
 */
package asynclab.recorder.clinic;
