/** Many readers of event streams in one process: `open` opens this many, then `received` waits for this many events in all. */
import { connect, type Socket } from 'node:net';
import { systemTime } from '@tactus/time';
import { obey } from './orders.ts';

const [port = '', devices = '1', keyStart = 'StreamBench'] = process.argv.slice(2);

/** Number of connections that are opened at the same time. */
const OPENING_AT_ONCE = 100;
const LOOK_EVERY_MS = 5;
const EVENT = Buffer.from('event: hamp_state_changed');

const sockets: Socket[] = [];
let received = 0;
let answered = 0;

obey({
  async open(clients) {
    while (sockets.length < clients) {
      const batch = Math.min(OPENING_AT_ONCE, clients - sockets.length);
      sockets.push(...(await Promise.all(Array.from({ length: batch }, (_, index) => open(sockets.length + index)))));
    }
    while (answered < clients) await systemTime.sleep(LOOK_EVERY_MS);
  },
  async received(events) {
    while (received < events) await systemTime.sleep(LOOK_EVERY_MS);
    return received;
  },
});

function open(index: number): Promise<Socket> {
  const key = `${keyStart}${(index % Number(devices)) + 1}`;
  const head = [
    'GET /api/handy-rest/v3/sse?events=hamp_state_changed,mode_changed HTTP/1.1',
    'host: localhost',
    'x-api-key: bench',
    `x-connection-key: ${key}`,
    '',
    '',
  ].join('\r\n');
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(port), host: '127.0.0.1' }, () => {
      socket.write(head);
      resolve(socket);
    });
    socket.once('error', reject);
    socket.once('close', () => process.exit(1)); // an ended stream makes the measurement worthless
    let isAnswered = false;
    socket.on('data', (bytes) => {
      if (!isAnswered) answered += 1;
      isAnswered = true;
      for (let at = bytes.indexOf(EVENT); at >= 0; at = bytes.indexOf(EVENT, at + EVENT.length)) received += 1;
    });
  });
}
