/** Video sync in real time, through the fault proxy, against the real cloud as a process; the video is a scripted clock. */
import { createDevice, startVideoSync, type VideoSyncState } from '@tactus/sdk';
import { createRandom, type Random, systemTime } from '@tactus/time';
import { startProcess } from '../load/measured-process.ts';
import { quantile } from '../measure/quantile.ts';
import { type Row, toRow } from '../measure/row.ts';
import type { Due } from '../models/video-happenings.ts';
import { createVideo } from '../models/video-media.ts';
import { WAYS } from '../models/video-player.ts';
import { type FaultProxy, openFaultProxy } from './fault-proxy.ts';

const KEY = 'DemoHandy1';
const API = '/api/handy-rest/v3';
const SEED = 1;
const LENGTH_MS = 60_000;
const LOOK_EVERY_MS = 50;
const CONNECT_WITHIN_MS = 15_000;
const SCRIPT_MS = 300_000;
/** A read that took longer is too uncertain, ms. */
const READING_WITHIN_MS = 10;

/** One of each event of a video, closer together than in the model, so that a minute holds them. */
const HAPPENINGS: readonly Due[] = [
  { afterMs: 0, happening: { kind: 'play', movesAfterMs: 140 } },
  { afterMs: 9_000, happening: { kind: 'stall', movesAfterMs: 900 } },
  { afterMs: 11_000, happening: { kind: 'rate', rate: 1.25 } },
  { afterMs: 11_000, happening: { kind: 'seek', toMs: 120_000, movesAfterMs: 80 } },
  { afterMs: 9_000, happening: { kind: 'pause', forMs: 1_500, movesAfterMs: 140 } },
];

/** The rows of a minute of playback, ours and the specification's side by side, each with a cloud and a device of its own. */
export async function* watchEndToEnd(): AsyncGenerator<Row> {
  const [ours, baseline] = await Promise.all([watch('frame-locked'), watch('compatible')]);
  for (const share of [0.5, 0.95])
    yield toRow({
      row: `script position error in a minute of real time through the fault proxy against the cloud process, p${share * 100} of ${ours.errorsMs.length} readings (${ours.left} left out as too slow); the reference is the specification's schedule`,
      value: quantile(ours.errorsMs, share),
      unit: 'ms',
      reference: quantile(baseline.errorsMs, share),
      bounds: { ratioAtMost: 0.2 },
    });
}

/** The error of the device's script clock against the picture while the picture moved, and the number of reads that were too slow. */
async function watch(mode: VideoSyncState['mode']): Promise<{ errorsMs: number[]; left: number }> {
  const random = createRandom(SEED);
  const cloud = startProcess('./command-server.ts', 'cloud');
  const port = Number(await cloud.ask('port'));
  const proxy = await openFaultProxy({ target: { host: '127.0.0.1', port } });
  const device = createDevice({
    apiBase: `http://127.0.0.1:${proxy.port}${API}`,
    apiKey: 'bench',
    features: { inlineScripts: true },
    fetch: (url, init) => fetch(url, init),
    time: systemTime,
    random,
    requestsPerMinute: Number.POSITIVE_INFINITY,
  });
  const video = createVideo({ time: systemTime, random, hasFrames: true });
  try {
    await Promise.race([device.connect(KEY), lateAfter(CONNECT_WITHIN_MS)]);
    await device.hssp.setup({ actions: swings(), notify: true });
    slowDown(proxy, random);
    const sync = startVideoSync({ device, media: video.port, time: systemTime, mode });
    video.begin(HAPPENINGS);
    const errorsMs: number[] = [];
    let left = 0;
    const endMs = systemTime.monotonic() + LENGTH_MS;
    while (systemTime.monotonic() < endMs) {
      const sentMs = systemTime.monotonic();
      const scriptMs = await readScriptMs(port);
      const tookMs = systemTime.monotonic() - sentMs;
      if (tookMs > READING_WITHIN_MS) left += 1;
      else if (video.isMoving()) errorsMs.push(Math.abs(scriptMs - (video.shownMs() - (tookMs / 2) * video.rate())));
      await systemTime.sleep(LOOK_EVERY_MS);
    }
    sync.close();
    return { errorsMs, left };
  } finally {
    video.close();
    device.close();
    await proxy.close();
    cloud.close();
  }
}

function slowDown(proxy: FaultProxy, random: Random): void {
  const way = () => WAYS.tactus(random);
  proxy.setDelays({ up: way, down: way });
}

const swings = () =>
  Array.from({ length: SCRIPT_MS / 500 }, (_, index) => ({ at: index * 500, pos: index % 2 === 0 ? 20 : 80 }));

/** The device's position in its script, read without the proxy. */
async function readScriptMs(port: number): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}${API}/hsp/state`, {
    headers: { 'x-api-key': 'bench', 'x-connection-key': KEY },
    signal: AbortSignal.timeout(5_000),
  });
  // The cloud's own answer, whose form its contract tests check.
  const { result } = (await answer.json()) as { result: { current_time: number } };
  return result.current_time;
}

async function lateAfter(ms: number): Promise<never> {
  await systemTime.sleep(ms);
  throw new Error(`The device was not there after ${ms} ms`);
}
