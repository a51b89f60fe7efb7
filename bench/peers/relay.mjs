// A bare relay on Node's `ws`: what one connection says goes to all. Prints its port.
import { createServer } from "node:http";
import { WebSocketServer } from "ws";

const http = createServer();
const sockets = new WebSocketServer({ server: http, perMessageDeflate: false });
sockets.on("connection", (socket) => {
  socket.on("message", (data) => {
    for (const client of sockets.clients) {
      if (client.readyState === 1) client.send(data, { binary: false });
    }
  });
});
http.listen(0, "127.0.0.1", () => console.log(JSON.stringify({ port: http.address().port })));
