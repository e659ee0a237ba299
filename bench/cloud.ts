/** A device command through the whole cloud, and an event delivered over SSE: processor time. */
import { openCommandClient } from './load/command-client.ts';
import { type MeasuredProcess, startProcess } from './load/measured-process.ts';
import { openFilesAllowed } from './load/open-files.ts';
import { median } from './measure/median.ts';
import { type Row, toRow } from './measure/row.ts';

const COMMAND_ROUNDS = 21;
const COMMANDS_A_ROUND = 3_000;
const COMMAND_CONNECTIONS = 32;

const STREAM_ROUNDS = 7;
const STREAMS = [1_000, 5_000];
const DELIVERIES_A_ROUND = 60_000;

export async function* rows(): AsyncGenerator<Row> {
  yield await commandRow();
  for (const streams of STREAMS) yield* deliveryRows(Math.min(streams, openFilesAllowed()));
}

async function commandRow(): Promise<Row> {
  const names = ['cloud', 'bare'] as const;
  const servers = names.map((name) => startProcess('./command-server.ts', name));
  try {
    const costs = await interleave(servers, COMMAND_ROUNDS, async (server) => {
      const client = await openCommandClient(Number(await server.ask('port')), COMMAND_CONNECTIONS);
      return { work: () => client.send(COMMANDS_A_ROUND), units: COMMANDS_A_ROUND };
    });
    const [cloud = Number.NaN, bare = Number.NaN] = costs;
    return toRow({
      row: 'processor time of a device command through the whole cloud; the reference is bare node:http with the same JSON',
      value: cloud,
      unit: 'us',
      reference: bare,
      bounds: { ratioAtMost: 2.5 },
    });
  } finally {
    for (const server of servers) server.close();
  }
}

async function* deliveryRows(streams: number): AsyncGenerator<Row> {
  const names = ['cloud', 'raw', 'shared'] as const;
  const servers = names.map((name) => startProcess('./stream-server.ts', name));
  const clients: MeasuredProcess[] = [];
  const events = Math.ceil(DELIVERIES_A_ROUND / streams);
  try {
    const costs = await interleave(servers, STREAM_ROUNDS, async (server) => {
      const reader = startProcess('./stream-clients.ts', String(await server.ask('port')));
      clients.push(reader);
      await reader.ask('open', streams);
      let expected = 0;
      const work = async () => {
        expected += events * streams;
        await server.ask('burst', events);
        await reader.ask('received', expected);
      };
      return { work, units: events * streams };
    });
    const [cloud = Number.NaN, raw = Number.NaN, shared = Number.NaN] = costs.map((us) => 1e6 / us);
    const at = `events delivered over SSE in a second of processor time, at ${streams} connections`;
    const figure = { value: cloud, unit: 'events' };
    yield toRow({
      ...figure,
      row: `${at}; the reference is raw socket writes`,
      reference: raw,
      bounds: { ratioAtLeast: 0.75 },
    });
    yield toRow({
      ...figure,
      row: `${at}; the reference is node:http with one shared buffer`,
      reference: shared,
      bounds: { ratioAtLeast: 1 },
    });
  } finally {
    for (const child of [...servers, ...clients]) child.close();
  }
}

interface Load {
  readonly work: () => Promise<void>;
  readonly units: number;
}

/** Processor time of each server for a unit of work, in µs: the median of rounds in which the servers take turns. */
async function interleave(
  servers: readonly MeasuredProcess[],
  rounds: number,
  prepare: (server: MeasuredProcess) => Promise<Load>,
): Promise<readonly number[]> {
  const loads: Load[] = [];
  for (const server of servers) loads.push(await prepare(server));
  const costs: number[][] = servers.map(() => []);
  // The first rounds warm up and do not count.
  for (let round = -2; round < rounds; round += 1) {
    for (const [index, server] of servers.entries()) {
      const { work, units } = loads[index] ?? { work: async () => undefined, units: Number.NaN };
      const before = await server.usage();
      await work();
      const after = await server.usage();
      if (round >= 0) costs[index]?.push((after.cpuUs - before.cpuUs) / units);
    }
  }
  return costs.map(median);
}
