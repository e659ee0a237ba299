/** Memory per SSE client at 5k and 10k clients with 10k virtual devices, and per idle device. */
import { systemTime } from '@tactus/time';
import { type MeasuredProcess, startProcess } from './load/measured-process.ts';
import { openFilesAllowed } from './load/open-files.ts';
import { median } from './measure/median.ts';
import { type Row, toRow } from './measure/row.ts';

const CLIENTS = 5_000;
/** Clients that are opened before memory is measured, so that shared code and buffers are loaded. */
const FIRST_CLIENTS = 200;

const MANY = 10_000;
/** Number of devices in one request, which must end in time. */
const DEVICES_AT_ONCE = 500;
const IDLE_ROUNDS = 5;
const IDLE_ROUND_MS = 2_000;

export async function* rows(): AsyncGenerator<Row> {
  yield await clientMemoryRow(Math.min(CLIENTS, openFilesAllowed() - FIRST_CLIENTS));
  yield* manyRows(Math.min(MANY, openFilesAllowed()));
}

async function clientMemoryRow(clients: number): Promise<Row> {
  const children = new Children();
  try {
    const server = children.add(startProcess('./idle-server.ts'));
    const readers = await children.readers(server, 1);
    await readers.ask('open', FIRST_CLIENTS);
    const before = await server.usage({ collected: true });
    await readers.ask('open', FIRST_CLIENTS + clients);
    const after = await server.usage({ collected: true });
    return toRow({
      row: `memory of the cloud for one SSE client, at ${clients} clients`,
      value: (after.memoryBytes - before.memoryBytes) / clients / 1_024,
      unit: 'KB',
      bounds: { atMost: 20 },
    });
  } finally {
    children.close();
  }
}

async function* manyRows(many: number): AsyncGenerator<Row> {
  const children = new Children();
  try {
    const server = children.add(startProcess('./idle-server.ts'));
    for (let made = 0; made < many; made += DEVICES_AT_ONCE)
      await server.ask('devices', Math.min(many, made + DEVICES_AT_ONCE));
    await server.usage({ collected: true });
    yield toRow({
      row: `processor time of one idle virtual device in a second, of ${many} without a client`,
      value: (await idleCpuUsPerS(server)) / many,
      unit: 'us',
      bounds: { atMost: 2 },
    });
    const readers = await children.readers(server, many);
    await readers.ask('open', many);
    const { memoryBytes } = await server.usage({ collected: true });
    yield toRow({
      row: `memory of the whole cloud process with ${many} virtual devices and an SSE client at each`,
      value: memoryBytes / 1_048_576,
      unit: 'MB',
      bounds: { atMost: 400 },
    });
  } finally {
    children.close();
  }
}

async function idleCpuUsPerS(server: MeasuredProcess): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round < IDLE_ROUNDS; round += 1) {
    const before = await server.usage();
    const startedAt = systemTime.monotonic();
    await systemTime.sleep(IDLE_ROUND_MS);
    const after = await server.usage();
    rounds.push(((after.cpuUs - before.cpuUs) * 1_000) / (systemTime.monotonic() - startedAt));
  }
  return median(rounds);
}

/** Processes of a row, which end with it. */
class Children {
  readonly #started: MeasuredProcess[] = [];

  add(child: MeasuredProcess): MeasuredProcess {
    this.#started.push(child);
    return child;
  }

  /** A process that reads the streams of this many devices in turn. */
  async readers(server: MeasuredProcess, devices: number): Promise<MeasuredProcess> {
    return this.add(
      startProcess('./stream-clients.ts', String(await server.ask('port')), String(devices), 'IdleBench'),
    );
  }

  close(): void {
    for (const child of this.#started) child.close();
  }
}
