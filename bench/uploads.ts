/** Uploads do not delay a Stop: Stops of one client while unknown clients of four networks upload and set up, and on an idle cloud. */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemTime } from '@tactus/time';
import { type MeasuredProcess, startProcess } from './load/measured-process.ts';
import { quantile } from './measure/quantile.ts';
import { type Row, toRow } from './measure/row.ts';
import { expiryRow } from './safety/guest-ends.ts';

const STOPS = 2_000;
const UPLOADS = 50;
const UPLOADS_AN_ORDER = 10;
const SETUPS_MS = 10_000;
const STOP_EVERY_MS = 4;
const AT_MOST_MS = 50;
const ABOVE_IDLE_MS = 30;

export async function* rows(): AsyncGenerator<Row> {
  for (const kind of ['raised', 'default'] as const) {
    const folder = mkdtempSync(join(tmpdir(), 'tactus-uploads-'));
    const server = startProcess('./upload-server.ts', kind, folder);
    const port = Number(await server.ask('port'));
    const strangers = startProcess('./upload-strangers.ts', String(port));
    try {
      yield* rowsOf(kind, port, strangers);
    } finally {
      strangers.close();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

async function* rowsOf(kind: string, port: number, strangers: MeasuredProcess): AsyncGenerator<Row> {
  await strangers.ask('store');
  const idle = await stopsWhile(port, Promise.resolve());
  const where = kind === 'raised' ? 'quotas raised' : 'quotas at their defaults';
  const loads = {
    [`${UPLOADS} uploads of up to 20 MB`]: () => uploads(strangers),
    [`${SETUPS_MS / 1_000} s of setups of one stored script of 1000000 points`]: () =>
      strangers.ask('setups', SETUPS_MS),
    both: () => Promise.all([uploads(strangers), strangers.ask('setups', SETUPS_MS)]),
  };
  for (const [what, begin] of Object.entries(loads)) {
    const load = begin();
    const stops = await stopsWhile(port, load);
    const good = String(await load);
    const reference = quantile(idle, 0.999);
    yield toRow({
      row: `a Stop, 99.9th percentile of ${stops.length} (median ${quantile(stops, 0.5).toFixed(1)}, worst ${Math.max(...stops).toFixed(0)} ms), during ${what} of four networks, ${where}, of which were taken ${good}; the reference is the idle cloud`,
      value: quantile(stops, 0.999),
      unit: 'ms',
      reference,
      bounds: { atMost: Math.max(AT_MOST_MS, reference + ABOVE_IDLE_MS) },
    });
  }
  const load = Promise.all([uploads(strangers), strangers.ask('setups', SETUPS_MS)]);
  yield await expiryRow(`http://127.0.0.1:${port}`, `while both go on, ${where}`);
  await load;
}

/** Sends all files, a few with each order, which must end within a minute. Resolves with the number of accepted files. */
async function uploads(strangers: MeasuredProcess): Promise<number> {
  let taken = 0;
  for (let sent = 0; sent < UPLOADS; sent += UPLOADS_AN_ORDER)
    taken += Number(await strangers.ask('uploads', UPLOADS_AN_ORDER));
  return taken;
}

/** The time of each Stop, ms: as long as `load` goes on, and at least this many. */
async function stopsWhile(port: number, load: Promise<unknown>): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const took: number[] = [];
  let isOver = false;
  const over = load.finally(() => {
    isOver = true;
  });
  while (!isOver || took.length < STOPS) {
    took.push(await stop(port, agent));
    await systemTime.sleep(STOP_EVERY_MS);
  }
  agent.destroy();
  await over;
  return took;
}

function stop(port: number, agent: Agent): Promise<number> {
  const headers = { 'x-api-key': 'bench', 'x-connection-key': 'DemoHandy1' };
  const fromMs = systemTime.monotonic();
  return new Promise((resolve, reject) => {
    const sent = request(
      { port, host: '127.0.0.1', agent, method: 'PUT', path: '/api/handy-rest/v3/hamp/stop', headers },
      (response) => {
        response.resume();
        response.on('end', () => {
          if (response.statusCode === 200) resolve(systemTime.monotonic() - fromMs);
          else reject(new Error(`A Stop was answered ${response.statusCode}`));
        });
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}
