package asynclab.recorder.clinic;

import java.io.IOException;
import java.nio.ByteBuffer;
import javax.websocket.CloseReason;
import javax.websocket.OnClose;
import javax.websocket.OnMessage;
import javax.websocket.OnOpen;
import javax.websocket.Session;
import javax.websocket.server.ServerEndpoint;

/** A WebSocket that sends back each message. */
@ServerEndpoint("/echo")
public final class ClinicSocket {

    @OnOpen
    public void open(Session session) throws IOException {
        session.getBasicRemote().sendText("open " + session.getQueryString());
    }

    @OnMessage
    public String text(String message) {
        return "echo of " + message;
    }

    @OnMessage
    public ByteBuffer binary(ByteBuffer message) {
        return message;
    }

    @OnClose
    public void close(CloseReason reason) {}
}
