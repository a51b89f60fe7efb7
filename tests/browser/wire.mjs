/** A server's end of the wire, a clock and dice that the test holds. */
export class Wire {
  sockets = [];
  timers = [];
  now = 0;
  #ids = 0;

  environment = {
    socket: (url, subprotocol) => {
      const socket = {
        url,
        subprotocol,
        sent: [],
        closed: false,
        send: (data) => socket.sent.push(JSON.parse(data)),
        close: () => (socket.closed = true),
      };
      this.sockets.push(socket);
      return socket;
    },
    after: (run, ms) => {
      const timer = { run, due: this.now + ms };
      this.timers.push(timer);
      return timer;
    },
    stop: (timer) => (this.timers = this.timers.filter((one) => one !== timer)),
    unit: () => 0.5,
    id: () => `id-${(this.#ids += 1)}`,
  };

  get socket() {
    return this.sockets.at(-1);
  }

  /** What the client has said on the newest socket, by type. */
  sent(type) {
    return this.socket.sent.filter((message) => message.type === type);
  }

  say(message, socket = this.socket) {
    socket.onmessage({ data: JSON.stringify(message) });
  }

  /** The newest socket opens, and the server lets the client in. */
  welcome(fields = {}) {
    this.socket.onopen();
    this.say({
      type: "welcome",
      protocol: 1,
      user: "u1",
      role: "gm",
      table: "friday",
      epoch: "e1",
      seq: 0,
      resumed: false,
      ...fields,
    });
  }

  drop(code = 1006, socket = this.socket) {
    socket.onclose({ code });
  }

  /** Lets time pass, and what is due happen. */
  pass(ms) {
    const end = this.now + ms;
    for (;;) {
      const due = this.timers.filter((timer) => timer.due <= end).sort((a, b) => a.due - b.due)[0];
      if (!due) break;
      this.now = due.due;
      this.timers = this.timers.filter((timer) => timer !== due);
      due.run();
    }
    this.now = end;
  }
}
