/** The rows of video sync: in virtual time, and through the fault proxy against the real cloud. */
import { watchEndToEnd } from './end-to-end/video-end-to-end.ts';
import { quantile } from './measure/quantile.ts';
import { type Measured, type Row, toRow } from './measure/row.ts';
import type { ControllerName } from './models/video-controllers.ts';
import { type VideoCase, type VideoRun, watchVideo } from './models/video-run.ts';

const SEEDS = 20;
const VENDOR_REQUESTS_PER_MINUTE = 240;

/** Transit in one direction and both, ms: the middle of the network models' values. */
const NETWORKS = { tactus: { oneWayMs: 28, roundTripMs: 58 }, vendor: { oneWayMs: 170, roundTripMs: 340 } } as const;
type Profile = keyof typeof NETWORKS;

/** Known errors of the references, ms; the models must reproduce them within a third. */
const REFERENCES: readonly (readonly [ControllerName, string, number, number])[] = [
  ['specified', "the specification's schedule", 30, 1_416],
  ['openLoop', 'an open loop', 129, 2_794],
  ['poll', 'a poll every second', 22, 87],
  ['perfect', 'a perfect controller', 1.2, 6],
];

/** The figures of several playbacks with one controller. */
async function figuresOf(
  controller: ControllerName,
  seeds: readonly number[],
  more: Omit<VideoCase, 'controller' | 'seed'>,
) {
  const runs: VideoRun[] = [];
  for (const seed of seeds) runs.push(await watchVideo({ controller, seed, ...more }));
  const errors = runs.flatMap(({ errorsMs }) => errorsMs);
  const recoveries = runs.flatMap(({ recoveriesMs }) => recoveriesMs);
  return {
    p50: quantile(errors, 0.5),
    p99: quantile(errors, 0.99),
    recovery50: quantile(recoveries, 0.5),
    recovery95: quantile(recoveries, 0.95),
    runsOn95: quantile(
      runs.flatMap(({ runsOnMs }) => runsOnMs),
      0.95,
    ),
    runsOnBeyondWay: Math.max(...runs.flatMap(({ runsOnBeyondWayMs }) => runsOnBeyondWayMs)),
    requests: Math.max(...runs.map(({ mostPerMinute }) => mostPerMinute)),
  };
}

/** The rows with limits, for some seeds; the benchmark takes twenty, the test six. */
export async function* videoSyncRows(seeds: readonly number[], profile: Profile): AsyncGenerator<Row> {
  const { oneWayMs, roundTripMs } = NETWORKS[profile];
  const [ours, baseline, perfect] = [
    await figuresOf('frames', seeds, { profile }),
    await figuresOf('specified', seeds, { profile }),
    await figuresOf('perfect', seeds, { profile }),
  ];
  const inMs = (row: string, value: number, bounds: Measured['bounds'], reference?: number) =>
    toRow({
      ...{ row: `${row}, profile ${profile}`, value, unit: 'ms', bounds },
      ...(reference !== undefined && { reference }),
    });
  const error = 'script position error while the video moves';
  yield inMs(
    `${error}, p50; the reference is a perfect controller`,
    ours.p50,
    { atMost: 3, ratioAtMost: 2 },
    perfect.p50,
  );
  yield inMs(
    `${error}, p99; the reference is a perfect controller`,
    ours.p99,
    { atMost: 12, ratioAtMost: 2 },
    perfect.p99,
  );
  yield inMs(
    `${error}, p99; the reference is the specification's schedule`,
    ours.p99,
    { ratioAtMost: 1 / 50 },
    baseline.p99,
  );
  const recovery = 'recovery to 20 ms after play, seek, rate change and stall';
  const isPerfect = 'the reference is a perfect controller';
  yield inMs(`${recovery}, p50; ${isPerfect}`, ours.recovery50, { atMost: oneWayMs + 20 }, perfect.recovery50);
  yield inMs(`${recovery}, p95; ${isPerfect}`, ours.recovery95, { atMost: roundTripMs + 60 }, perfect.recovery95);
  const runsOn = 'the device runs on after the video stands still';
  yield inMs(`${runsOn}, p95; ${isPerfect}`, ours.runsOn95, { atMost: oneWayMs + 60 }, perfect.runsOn95);
  yield inMs(`${runsOn}, beyond the way of the stop, most`, ours.runsOnBeyondWay, { atMost: 60 });
  yield toRow({
    row: `requests in any minute, most, profile ${profile}; the reference is the specification's schedule`,
    value: ours.requests,
    unit: 'requests',
    reference: baseline.requests,
    bounds: { atMost: VENDOR_REQUESTS_PER_MINUTE / 4 },
  });
}

/** The references compared with their known figures, so that no model is too easy. */
export async function* referenceRows(seeds: readonly number[]): AsyncGenerator<Row> {
  for (const [controller, name, p50, p99] of REFERENCES) {
    const figures = await figuresOf(controller, seeds, { profile: 'tactus' });
    for (const [share, value, reference] of [
      ['p50', figures.p50, p50],
      ['p99', figures.p99, p99],
    ] as const)
      yield toRow({
        row: `the error of ${name}, ${share}; the reference is the figure that the models must reproduce`,
        ...{ value, unit: 'ms', reference, bounds: { ratioAtLeast: 2 / 3, ratioAtMost: 4 / 3 } },
      });
  }
}

/** Without reports of frames the difference between the medium's clock and the picture is unknown. */
async function* pollingRows(seeds: readonly number[]): AsyncGenerator<Row> {
  const ours = await figuresOf('frames', seeds, { profile: 'tactus', hasFrames: false });
  const poll = await figuresOf('poll', seeds, { profile: 'tactus' });
  yield toRow({
    row: 'script position error without frame callbacks, p99; the reference is a poll every second',
    ...{ value: ours.p99, unit: 'ms', reference: poll.p99, bounds: { ratioAtMost: 1 } },
  });
}

export async function* rows(): AsyncGenerator<Row> {
  const seeds = Array.from({ length: SEEDS }, (_, index) => index + 1);
  yield* referenceRows(seeds);
  yield* videoSyncRows(seeds, 'tactus');
  yield* videoSyncRows(seeds, 'vendor');
  yield* pollingRows(seeds);
  yield* watchEndToEnd();
}
