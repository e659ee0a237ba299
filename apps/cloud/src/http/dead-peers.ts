import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Time, Undo } from '@tactus/time';

/** Interval between checks of the connections. */
const CHECK_EVERY_MS = 5_000;

/** Retransmissions in a row without an acknowledgement: three take seven seconds where the first took one. */
const RETRANSMISSIONS = 3;

/** The state "established" and the timer "retransmission", as Linux writes them. */
const ESTABLISHED = '01';
const RETRANSMITTING = '01';

/** The tables in which Linux lists its connections. */
const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'] as const;

/**
 * Closes connections whose peer has vanished without notice. A probe finds idle ones, but data that is written to a
 * vanished peer is sent again for a quarter of an hour, and no program can ask the system to give up sooner.
 * Linux lists the connections in this state; elsewhere nothing is closed. Until undone.
 */
export function dropDeadPeers(server: Server, time: Time, read: () => Promise<string> = readTables): Undo {
  const sockets = new Set<Socket>();
  const take = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
  server.on('connection', take);

  let isChecking = false;

  /** One check at a time: a clock that leaps would begin thousands at once. */
  async function check(): Promise<void> {
    if (isChecking || sockets.size === 0) return;
    isChecking = true;
    const table = await read();
    isChecking = false;
    const dead = new Set(parseDeadConnections(table));
    if (dead.size === 0) return;
    for (const socket of sockets) if (dead.has(portsOf(socket.localPort, socket.remotePort))) socket.destroy();
  }

  const stop = time.every(CHECK_EVERY_MS, () => void check());
  return () => {
    stop();
    server.off('connection', take);
  };
}

/**
 * The ports of connections whose peer does not acknowledge any more, from a table in the form of `/proc/net/tcp`. A pair of
 * ports that also belongs to a healthy connection is left out: the addresses are not compared.
 * @internal
 */
export function parseDeadConnections(table: string): string[] {
  const dead = new Set<string>();
  const well = new Set<string>();
  for (const line of table.split('\n')) {
    const [, local, remote, state, queues, timer, retransmissions] = line.trim().split(/\s+/);
    if (state !== ESTABLISHED || !local || !remote) continue;
    const ports = portsOf(portIn(local), portIn(remote));
    const waits = !queues?.startsWith('00000000:') && timer?.startsWith(`${RETRANSMITTING}:`);
    const isDead = waits && Number.parseInt(retransmissions ?? '0', 16) >= RETRANSMISSIONS;
    (isDead ? dead : well).add(ports);
  }
  return [...dead].filter((ports) => !well.has(ports));
}

const portIn = (address: string): number => Number.parseInt(address.slice(address.lastIndexOf(':') + 1), 16);

const portsOf = (local: number | undefined, remote: number | undefined): string => `${local} ${remote}`;

/** Reads the tables; an unreadable one means a system without them. */
async function readTables(): Promise<string> {
  const texts = await Promise.all(TABLES.map((path) => readFile(path, 'utf8').catch(() => '')));
  return texts.join('\n');
}
