import { createFakeTime } from '@tactus/time/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sharedHandy } from '../testing/shared-handy.ts';
import { createStartInThisTab } from './start-in-this-tab.ts';

const RUNS = 40;
const TABS = 3;
/** A stop that arrives is confirmed by then, and the action after it executed. */
const SETTLED_MS = 3_000;

type Create = typeof createStartInThisTab;

interface Step {
  readonly kind: 'start' | 'stop' | 'leave' | 'lose' | 'find' | 'die';
  /** Left out: where the step before was. */
  readonly tab: number | undefined;
  readonly waitMs: number;
}
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('start', 'start', 'start', 'stop', 'leave', 'lose', 'find', 'die'),
  tab: fc.option(fc.integer({ min: 0, max: TABS - 1 }), { nil: undefined }),
  // A takeover takes a few round trips of 20 ms: what happens meanwhile counts most.
  waitMs: fc.oneof(fc.integer({ min: 0, max: 60 }), fc.constant(SETTLED_MS)),
});

/** A press on Start, and its result. */
interface Press {
  readonly tab: number;
  readonly wasElsewhere: boolean;
  /** Why it must not start anything any more. */
  spoilt?: 'stopped' | 'left' | 'dead' | 'newer';
  runs: number;
}

/** The violations by the tabs; empty where all is well. */
async function faultsOf(create: Create, steps: readonly Step[]): Promise<string[]> {
  const time = createFakeTime();
  const shared = await sharedHandy(time, TABS);
  const faults: string[] = [];
  const presses: Press[] = [];
  const gone = new Set<number>();
  const spoil = (why: NonNullable<Press['spoilt']>, of: (press: Press) => boolean) => {
    for (const press of presses) if (press.runs === 0 && of(press)) press.spoilt ??= why;
  };
  const pages = shared.tabs.map(({ device }) => create({ device, onTaken: () => undefined, onError: () => undefined }));

  function press(tab: number): Press {
    const device = shared.tabs[tab]?.device;
    const made: Press = { tab, wasElsewhere: device?.hold.control() === 'elsewhere', runs: 0 };
    spoil('newer', (before) => before.tab === tab);
    presses.push(made);
    pages[tab]?.start(() => {
      made.runs += 1;
      if (made.spoilt !== undefined) faults.push(`a press was run although ${made.spoilt}`);
      if (device?.hold.control() === 'elsewhere') faults.push('a press was run without control');
      if (made.wasElsewhere && shared.moves()) faults.push('a press was run while another tab moved the device');
      device?.hamp.start().catch(() => undefined);
    });
    return made;
  }

  const kinds: Record<Step['kind'], (tab: number) => void> = {
    start: press,
    stop(tab) {
      spoil('stopped', () => true);
      void shared.tabs[tab]?.device.stop();
    },
    leave(tab) {
      spoil('left', (before) => before.tab === tab);
      pages[tab]?.close();
    },
    lose: () => shared.loseStops(true),
    find: () => shared.loseStops(false),
    die(tab) {
      // The last one stays.
      if (tab === 0) return;
      spoil('dead', (before) => before.tab === tab);
      gone.add(tab);
      shared.tabs[tab]?.die();
    },
  };
  press(0);
  await time.run(SETTLED_MS);
  let tab = 1;
  for (const { kind, tab: next = tab, waitMs } of steps) {
    tab = next;
    if (!gone.has(tab)) kinds[kind](tab);
    await time.run(waitMs);
  }

  // On the device, too: the tab that took over had stopped the other's motion.
  for (const [index, { what, tab, wasMoving }] of shared.executed.entries()) {
    const mover = shared.executed.slice(0, index).findLast((before) => before.what === 'start')?.tab;
    if (what === 'start' && wasMoving && mover !== tab && !gone.has(mover ?? tab))
      faults.push('a start arrived while another tab moved the device');
  }

  // In any case, one press starts from here once the network is restored.
  shared.loseStops(false);
  await time.run(60_000);
  const last = press(0);
  await time.run(SETTLED_MS);
  if (last.runs !== 1) faults.push(`the last press was run ${last.runs} times`);
  if (!shared.moves()) faults.push('the last press moved nothing');
  if (presses.some(({ runs }) => runs > 1)) faults.push('a press was run twice');
  return faults;
}

const property = (create: Create) =>
  fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 10 }), async (steps) => {
    expect(await faultsOf(create, steps)).toEqual([]);
  });

test(
  'property: a press starts once, with control, after the motion of another tab has stopped, and never after a Stop',
  () => fc.assert(property(createStartInThisTab), { numRuns: RUNS }),
  120_000,
);

describe('the property finds', () => {
  const withOwn =
    (take: (parts: Parameters<Create>[0], run: () => void) => void): Create =>
    (parts) => {
      let isClosed = false;
      return {
        start(run) {
          isClosed = false;
          if (parts.device.hold.control() === 'elsewhere') take(parts, () => !isClosed && run());
          else run();
        },
        close() {
          isClosed = true;
        },
      };
    };
  const planted: readonly (readonly [string, Create])[] = [
    ['a start that does not take over', withOwn((_, run) => run())],
    [
      'a start beside the takeover',
      withOwn(({ device }, run) => {
        void device.hold.takeOver().catch(() => undefined);
        run();
      }),
    ],
    [
      'a start after a takeover that failed',
      withOwn(({ device }, run) => {
        void device.hold
          .takeOver()
          .catch(() => undefined)
          .then(run);
      }),
    ],
    [
      'a second press that does not wait for the takeover',
      withOwn(({ device }, run) => {
        void device.hold.takeOver().then(run, () => undefined);
      }),
    ],
    [
      'a start of a page that was left',
      (parts) => {
        const made = createStartInThisTab(parts);
        return { ...made, close: () => undefined };
      },
    ],
    ['a start that is not made', (parts) => ({ ...createStartInThisTab(parts), start: () => undefined })],
  ];
  test.each(planted)(
    '%s',
    async (_, create) => {
      const { failed } = await fc.check(property(create), { numRuns: 200, endOnFailure: true });
      expect(failed).toBe(true);
    },
    120_000,
  );
});
