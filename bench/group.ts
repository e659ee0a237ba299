/** Three virtual devices under one controller, and three participants of a group session: in virtual time, and in real time. */
import { groupEndToEndRows } from './end-to-end/group-end-to-end.ts';
import { quantile } from './measure/quantile.ts';
import { type Row, toRow } from './measure/row.ts';
import { runFollowers } from './models/followers-run.ts';
import { type GroupRun, runController, runParticipants } from './models/group-run.ts';

const SEEDS = [1, 2, 3, 4, 5] as const;
/** The largest difference between devices under one controller, ms. */
const UNDER_ONE_CONTROLLER_MS = 10;
const PARTICIPANTS_MS = 20;
/** The largest difference between a device and those that follow it, ms. */
const FOLLOWERS_MS = 20;

export async function* rows(): AsyncGenerator<Row> {
  for (const profile of ['tactus', 'vendor'] as const) yield* groupRows(SEEDS, profile);
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
    await runsOf(seeds, (seed) => runFollowers(profile, seed)),
    FOLLOWERS_MS,
  );
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
