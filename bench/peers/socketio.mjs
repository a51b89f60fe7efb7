// A bare relay on Socket.IO, over WebSocket alone: what one connection emits goes to all.
import { createServer } from "node:http";
import { Server } from "socket.io";

const http = createServer();
const io = new Server(http, { transports: ["websocket"], perMessageDeflate: false });
io.on("connection", (socket) => socket.on("update", (update) => io.emit("update", update)));
http.listen(0, "127.0.0.1", () => console.log(JSON.stringify({ port: http.address().port })));
