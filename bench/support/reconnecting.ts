import { secondMs } from "../../contract/limits/units.ts";

/**
 * Opens sockets at a steady rate and closes each after its first message, until it is ended; says every second how
 * many were opened and how many told it how things stand. `reconnecting.ts ADDRESS A_SECOND TOKEN`.
 */
const [address = "", aSecond = "200", token = ""] = process.argv.slice(2);
const everyMs = secondMs / Number(aSecond);
const startedAt = performance.now();
let opened = 0;
let told = 0;

setInterval(() => {
  // As many as are due, so that a timer that comes late lowers no rate.
  while (opened < (performance.now() - startedAt) / everyMs) {
    opened += 1;
    open();
  }
}, 5);
setInterval(() => console.log(`opened ${opened} told ${told}`), secondMs);

function open(): void {
  const socket = new WebSocket(address, { headers: { authorization: `Bearer ${token}` } } as never);
  socket.onmessage = () => {
    told += 1;
    socket.close();
  };
  socket.onerror = () => {};
}
