/** Three virtual devices under one controller, and three participants of a group session: in virtual time, and in real time. */
import { STREAM_NETWORKS } from '@tactus/motion/testing';
import { groupEndToEndRows } from './end-to-end/group-end-to-end.ts';
import { quantile } from './measure/quantile.ts';
import { type Row, toRow } from './measure/row.ts';
import { always, runFollowers, withOutages } from './models/followers-run.ts';
import { type GroupRun, runController, runParticipants } from './models/group-run.ts';
import { runSameMotion } from './models/same-motion-run.ts';
import { WAYS } from './models/video-player.ts';

const SEEDS = [1, 2, 3, 4, 5] as const;
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
  for (const profile of ['tactus', 'vendor'] as const) yield* groupRows(SEEDS, profile);
  yield* followersOverNetworksRows(SEEDS);
  yield* sameMotionRows(SEEDS);
  yield* groupEndToEndRows({ underOneControllerMs: UNDER_ONE_CONTROLLER_MS, participantsMs: PARTICIPANTS_MS });
}

/** The rows in virtual time, for some seeds. */
export async function* groupRows(seeds: readonly number[], profile: 'tactus' | 'vendor'): AsyncGenerator<Row> {
  const reference = 'the reference begins on the arrival of a message';
  const what = `apart at most, p99, profile ${profile}; ${reference}`;
  yield rowOf(
    `three devices under one controller, scripts ${what}`,
    await runsOf(seeds, (seed) => runController(profile, seed)),
    UNDER_ONE_CONTROLLER_MS,
  );
  yield rowOf(
    `three participants of a group session, scripts ${what}`,
    await runsOf(seeds, (seed) => runParticipants(profile, seed)),
    PARTICIPANTS_MS,
  );
  yield rowOf(
    `a device and two that follow it with a video, one of them lost and back, scripts ${what}`,
    await runsOf(seeds, (seed) => runFollowers(always(WAYS[profile]), seed)),
    FOLLOWERS_MS,
  );
}

/** The rows of a device and those that follow it over networks with outages, for some seeds. */
export async function* followersOverNetworksRows(seeds: readonly number[]): AsyncGenerator<Row> {
  for (const [name, network] of Object.entries(OUTAGES))
    yield rowOf(
      `a device and two that follow it with a video, one of them lost and back, scripts apart at most, p99, network ${name}, from 6 s after a change and after an outage; the reference begins on the arrival of a message`,
      await runsOf(seeds, (seed) => runFollowers(withOutages(network), seed)),
      FOLLOWERS_MS,
    );
}

/** The rows of strokes in step, for some seeds. */
export async function* sameMotionRows(seeds: readonly number[]): AsyncGenerator<Row> {
  const networks = {
    'profile tactus': always(WAYS.tactus),
    'profile vendor': always(WAYS.vendor),
    'network LTE': withOutages(LTE),
    'network train': withOutages(train),
  };
  for (const [name, network] of Object.entries(networks)) {
    const apart: number[] = [];
    for (const seed of seeds) apart.push(...(await runSameMotion(network, seed)));
    yield toRow({
      row: `same motion on a device and two that follow it, sliders apart at most, p99, from 2 s after a change of velocity, zone or limit and after one was lost, ${name}`,
      ...{ value: quantile(apart, 0.99), unit: '% of the stroke', bounds: { atMost: SAME_MOTION_PERCENT } },
    });
  }
}

async function runsOf(seeds: readonly number[], run: (seed: number) => Promise<GroupRun>): Promise<GroupRun> {
  const runs: GroupRun[] = [];
  for (const seed of seeds) runs.push(await run(seed));
  return { ours: runs.flatMap(({ ours }) => ours), onArrival: runs.flatMap(({ onArrival }) => onArrival) };
}

const rowOf = (row: string, { ours, onArrival }: GroupRun, atMost: number): Row =>
  toRow({
    ...{ row, value: quantile(ours, 0.99), unit: 'ms', reference: quantile(onArrival, 0.99), bounds: { atMost } },
  });
