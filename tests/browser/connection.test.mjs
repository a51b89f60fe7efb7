import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { Connection, SUBPROTOCOL } from "../../clients/js-shim/core/net/connection.js";
import { Wire } from "./wire.mjs";

let wire, connection, heard, states, position;

beforeEach(() => {
  wire = new Wire();
  heard = [];
  states = [];
  position = undefined;
  connection = new Connection(
    {
      url: "ws://here/ws",
      hello: () => ({ table: "friday", token: "secret", name: "Ana", client: "c" }),
      position: () => position,
      receive: (message) => heard.push(message),
      changed: (state) => states.push(state),
    },
    wire.environment,
  );
  connection.start();
});

describe("coming in", () => {
  test("says hello as soon as the socket is open, in the version that it speaks", () => {
    wire.welcome();
    assert.equal(wire.socket.subprotocol, SUBPROTOCOL);
    assert.deepEqual(wire.socket.sent, [
      { type: "hello", table: "friday", token: "secret", name: "Ana", client: "c" },
    ]);
    assert.deepEqual(states, ["connecting", "live"]);
  });

  test("asks to resume where its stream is", () => {
    position = { epoch: "e1", seq: 41 };
    wire.welcome();
    assert.deepEqual(wire.sent("hello")[0].resume, { epoch: "e1", seq: 41 });
  });

  test("a wrong token is final: the connection is refused and never tries again", () => {
    wire.socket.onopen();
    wire.say({ type: "error", code: "unknown_table" });
    wire.drop(4001);
    wire.pass(600_000);
    assert.equal(connection.state, "refused");
    assert.equal(connection.reason, "unknown_table");
    assert.equal(wire.sockets.length, 1);
  });

  test("a withdrawn invitation is final, and is called that", () => {
    wire.welcome();
    wire.drop(4005);
    wire.pass(600_000);
    assert.equal(connection.reason, "revoked");
    assert.equal(wire.sockets.length, 1);
  });
});

describe("a lost connection", () => {
  test("comes back after a random part of a bound that doubles, up to twenty seconds", () => {
    wire.welcome();
    wire.drop(1012);
    const pauses = Array.from({ length: 8 }, () => {
      const pause = wire.timers[0].due - wire.now;
      wire.pass(pause);
      wire.drop();
      return pause;
    });
    assert.deepEqual(pauses, [250, 500, 1000, 2000, 4000, 8000, 10000, 10000]);
    assert.equal(connection.state, "retrying");
  });

  for (const code of [1013, 4008]) {
    test(`after ${code} it comes later`, () => {
      wire.welcome();
      wire.drop(code);
      assert.ok(wire.timers[0].due - wire.now >= 10_000);
    });
  }

  test("after a success the pauses start small again", () => {
    for (let n = 0; n < 5; n += 1) {
      wire.drop();
      wire.pass(20_000);
    }
    wire.welcome();
    wire.drop();
    assert.equal(wire.timers[0].due - wire.now, 250);
  });

  test("a device that is back on line does not wait for the end of the pause", () => {
    wire.welcome();
    wire.drop();
    connection.wake();
    assert.equal(wire.sockets.length, 2);
    wire.pass(19_000);
    assert.equal(wire.sockets.length, 2);
  });

  test("late words of the old socket change nothing", () => {
    wire.welcome();
    const old = wire.socket;
    wire.drop();
    wire.pass(250);
    wire.welcome();
    wire.say({ type: "update", seq: 9 }, old);
    wire.drop(4001, old);
    assert.equal(connection.state, "live");
    assert.deepEqual(
      heard.map((message) => message.type),
      ["welcome", "welcome"],
    );
  });
});

describe("silence", () => {
  test("after twenty seconds it asks whether anybody is there, and an answer is enough", () => {
    wire.welcome();
    wire.pass(20_000);
    assert.equal(wire.sent("ping").length, 1);
    wire.say({ type: "pong", t: 0 });
    wire.pass(19_000);
    assert.equal(connection.state, "live");
  });

  test("after ten more it goes and comes again", () => {
    wire.welcome();
    wire.pass(30_000);
    assert.equal(wire.sockets[0].closed, true);
    assert.equal(connection.state, "retrying");
  });

  test("a socket that never opens is given up too", () => {
    wire.pass(20_250);
    assert.equal(wire.sockets.length, 2);
  });
});

describe("commands", () => {
  test("an ack answers the command that it names", async () => {
    wire.welcome();
    const first = connection.give({ do: "undo" }, { ifSeq: 7 });
    const second = connection.give({ do: "begin" });
    wire.say({ type: "ack", id: "id-2", seq: 8 });
    wire.say({ type: "ack", id: "id-1", seq: 9 });
    assert.equal((await first).seq, 9);
    assert.equal((await second).seq, 8);
    assert.deepEqual(wire.sent("command")[0], {
      type: "command",
      id: "id-1",
      command: { do: "undo" },
      if_seq: 7,
    });
  });

  test("a refusal says why", async () => {
    wire.welcome();
    const given = connection.give({ do: "declare" });
    wire.say({
      type: "error",
      id: "id-1",
      code: "illegal_declaration",
      clause: "SEG-C6",
      message: "no",
      detail: { combatant: "mage" },
    });
    await assert.rejects(given, {
      code: "illegal_declaration",
      clause: "SEG-C6",
      detail: { combatant: "mage" },
    });
  });

  test("without an answer it is asked again after a reconnect, with the same id and in the same order", async () => {
    wire.welcome();
    connection.give({ do: "begin" });
    const given = connection.give({ do: "advance" }, { ifSeq: 3 });
    wire.drop();
    wire.pass(250);
    wire.welcome();
    assert.deepEqual(
      wire.sent("command").map(({ id, command }) => [id, command.do]),
      [
        ["id-1", "begin"],
        ["id-2", "advance"],
      ],
    );
    wire.say({ type: "ack", id: "id-2", seq: 4 });
    assert.equal((await given).seq, 4);
  });

  test("given without a connection, it goes out when there is one", () => {
    connection.give({ do: "begin" });
    assert.deepEqual(wire.socket.sent, []);
    wire.welcome();
    assert.equal(wire.sent("command").length, 1);
  });

  test("an answered command is not asked again", async () => {
    wire.welcome();
    const given = connection.give({ do: "begin" });
    wire.say({ type: "ack", id: "id-1", seq: 1 });
    await given;
    wire.drop();
    wire.pass(250);
    wire.welcome();
    assert.deepEqual(wire.sent("command"), []);
  });

  test("whether it was applied is unknown: it is asked again with the same id", () => {
    wire.welcome();
    connection.give({ do: "begin" });
    wire.say({ type: "error", id: "id-1", code: "unavailable", detail: { outcome: "unknown" } });
    wire.pass(2_000);
    assert.deepEqual(
      wire.sent("command").map(({ id }) => id),
      ["id-1", "id-1"],
    );
  });

  test("while the server cannot save, what is shown is called stale", () => {
    wire.welcome();
    wire.say({ type: "status", live: false });
    assert.equal(connection.state, "stale");
    wire.say({ type: "status", live: true });
    assert.equal(connection.state, "live");
  });

  test("when nobody will answer any more, it is refused", async () => {
    wire.welcome();
    const given = connection.give({ do: "begin" });
    wire.drop(4005);
    await assert.rejects(given, { code: "unauthorized" });
    await assert.rejects(connection.give({ do: "begin" }), { code: "unauthorized" });
  });
});
