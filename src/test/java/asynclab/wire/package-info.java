/**
 * What a client sees, over real sockets, on a real Jetty and a real Tomcat. A {@code …Contract} tests one subject,
 * on one container after the other. {@code -Dcontainer=} runs it on one. {@link asynclab.wire.fixture.ServerContract} starts the
 * server and checks the ledger after every test.
 *
 * <p>{@code src/site/markdown/contracts.md} lists what a hand-written asynchronous servlet must get right. A test names the rows that
 * it proves with {@link asynclab.ContractRow}, and {@code ContractTableTest} makes the page's lists of them.
 */
package asynclab.wire;
