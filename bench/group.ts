/** Three virtual devices under one controller, and three participants of a group session: in virtual time, and in real time. */
import { STREAM_NETWORKS } from '@tactus/motion/testing';
import { groupEndToEndRows } from './end-to-end/group-end-to-end.ts';
import { quantile } from './measure/quantile.ts';
import { type Row, toRow } from './measure/row.ts';
import { always, runFollowers, withOutages } from './models/followers-run.ts';
import { type GroupRun, runController, runParticipants } from './models/group-run.ts';
import { runSameMotion } from './models/same-motion-run.ts';
import { WAYS } from './models/video-player.ts';

const RUNS = 5;
/** The largest difference between devices under one controller, ms. */
const UNDER_ONE_CONTROLLER_MS = 10;
const PARTICIPANTS_MS = 20;
/** The largest difference between a device and those that follow it, ms. */
const FOLLOWERS_MS = 20;
/** The largest difference between sliders that make the same motion, percent of each one's own zone. */
const SAME_MOTION_PERCENT = 3;

const { lte: LTE, train } = STREAM_NETWORKS;
/** Networks with outages, by their names. */
const OUTAGES = { LTE, train };

export async function* rows(): AsyncGenerator<Row> {
  for (const profile of ['tactus', 'vendor'] as const) yield* groupRows(RUNS, profile);
  yield* followersOverNetworksRows(RUNS);
  yield* sameMotionRows(RUNS);
  yield* groupEndToEndRows({ underOneControllerMs: UNDER_ONE_CONTROLLER_MS, participantsMs: PARTICIPANTS_MS });
}

/** The rows in virtual time, of some runs. */
export async function* groupRows(runs: number, profile: 'tactus' | 'vendor'): AsyncGenerator<Row> {
  const reference = 'the reference begins on the arrival of a message';
  const what = `apart at most, p99, profile ${profile}; ${reference}`;
  yield rowOf(
    `three devices under one controller, scripts ${what}`,
    await runsOf(runs, (seed) => runController(profile, seed)),
    UNDER_ONE_CONTROLLER_MS,
  );
  yield rowOf(
    `three participants of a group session, scripts ${what}`,
    await runsOf(runs, (seed) => runParticipants(profile, seed)),
    PARTICIPANTS_MS,
  );
  yield rowOf(
    `a device and two that follow it with a video, one of them lost and back, scripts ${what}`,
    await runsOf(runs, (seed) => runFollowers(always(WAYS[profile]), seed)),
    FOLLOWERS_MS,
  );
}

/** The rows of a device and those that follow it over networks with outages, of some runs. */
export async function* followersOverNetworksRows(runs: number): AsyncGenerator<Row> {
  for (const [name, network] of Object.entries(OUTAGES))
    yield rowOf(
      `a device and two that follow it with a video, one of them lost and back, scripts apart at most, p99, network ${name} with outages of up to 5 s, from 6 s after a change and after an outage; the reference begins on the arrival of a message`,
      await runsOf(runs, (seed) => runFollowers(withOutages(network), seed)),
      FOLLOWERS_MS,
    );
}

/** The rows of strokes in step, of some runs. */
export async function* sameMotionRows(runs: number): AsyncGenerator<Row> {
  const networks = {
    'profile tactus': always(WAYS.tactus),
    'profile vendor': always(WAYS.vendor),
    'network LTE': withOutages(LTE),
    'network train': withOutages(train),
  };
  for (const [name, network] of Object.entries(networks)) {
    const apart: number[] = [];
    for (let seed = 1; seed <= runs; seed += 1) apart.push(...(await runSameMotion(network, seed)));
    yield toRow({
      row: `same motion on a device and two that follow it, sliders apart at most, p99, from 2 s after a change of velocity, zone or limit and after one was lost, ${name}`,
      ...{ value: quantile(apart, 0.99), unit: '% of the stroke', bounds: { atMost: SAME_MOTION_PERCENT } },
    });
  }
}

/** Runs of the first seeds that count. */
async function runsOf(amount: number, run: (seed: number) => Promise<GroupRun | undefined>): Promise<GroupRun> {
  const runs: GroupRun[] = [];
  for (let seed = 1; runs.length < amount; seed += 1) runs.push(...[(await run(seed)) ?? []].flat());
  return { ours: runs.flatMap(({ ours }) => ours), onArrival: runs.flatMap(({ onArrival }) => onArrival) };
}

const rowOf = (row: string, { ours, onArrival }: GroupRun, atMost: number): Row =>
  toRow({
    ...{ row, value: quantile(ours, 0.99), unit: 'ms', reference: quantile(onArrival, 0.99), bounds: { atMost } },
  });
