import { LINK_GRACE_MS, LINK_UNATTENDED_MAX_MS } from '@tactus/protocol';
import { expect, test } from 'vitest';
import { actionOnConnect, linkHoldOfLease } from './action-on-connect.ts';
import { attendanceRules, unlinkedAttendance } from './attendance.ts';
import type { UnattendedRules } from './testing/unattended-model.ts';
import { runUnattended } from './testing/unattended-world.ts';

const GUEST = linkHoldOfLease({ ttlMs: 500, closedMs: 500 });
const LEASE = linkHoldOfLease({ ttlMs: 60_000, closedMs: 10_000 });
const { linked, cut, held, restAtMs } = attendanceRules;
const there = linked(unlinkedAttendance(0));

test('a hold gives 600 ms to a guest, and 60 s of silence or 10 s of a closed link to a lease', () => {
  expect([GUEST, LEASE]).toEqual([
    { silentMs: 600, closedMs: 600 },
    { silentMs: 60_000, closedMs: 10_000 },
  ]);
});

test.each([
  ['without a hold on an open link', there, [Infinity, Infinity, Infinity]],
  ['held by a guest', held(there, GUEST, 1_000), [1_600, 1_600, 1_600]],
  ['held by a lease', held(there, LEASE, 1_000), [61_000, 61_000, 61_000]],
  ['a lifted hold', held(held(there, GUEST, 1_000), undefined, 1_100), [Infinity, Infinity, Infinity]],
  ['without a hold on a link that is away', cut(there, 2_000, 1_500), [Infinity, 61_500, 7_000]],
  ['a guest’s hold when the link is cut', cut(held(there, GUEST, 1_000), 1_500, 1_500), [1_600, 1_600, 1_600]],
  ['a lease’s when the link is cut', cut(held(there, LEASE, 1_000), 1_500, 1_500), [11_500, 11_500, 6_500]],
  [
    'a cut that is reported twice',
    cut(cut(held(there, LEASE, 0), 1_500, 1_500), 9_000, 1_500),
    [11_500, 11_500, 6_500],
  ],
  ['a welcome after a cut lifts nothing', linked(cut(held(there, LEASE, 0), 1_500, 0)), [11_500, 11_500, 11_500]],
  [
    'a renewal after a welcome',
    held(linked(cut(held(there, LEASE, 0), 1_500, 0)), LEASE, 3_000),
    [63_000, 63_000, 63_000],
  ],
] as const)('%s: nothing, a motion that ends and one that does not rest when they should', (_, attendance, due) => {
  expect((['none', 'ending', 'endless'] as const).map((motion) => restAtMs(attendance, motion))).toEqual(due);
  expect([LINK_GRACE_MS, LINK_UNATTENDED_MAX_MS]).toEqual([5_000, 60_000]);
});

test.each([
  [{ resumed: true, namesSession: true, isDriven: true, owesRest: false }, 'go-on'],
  [{ resumed: true, namesSession: true, isDriven: false, owesRest: true }, 'rest'],
  [{ resumed: false, namesSession: true, isDriven: false, owesRest: false }, 'rest'],
  [{ resumed: false, namesSession: false, isDriven: true, owesRest: false }, 'rest'],
  [{ resumed: false, namesSession: false, isDriven: false, owesRest: false }, 'take-in'],
] as const)('a device that connects with %j gets the first order %s', (device, order) => {
  expect(actionOnConnect(device)).toBe(order);
});

const RULES: UnattendedRules = {
  ...{ ...attendanceRules, actionOnConnect, linkHoldOfLease },
  ...{ stopsAtClose: true, storesDriven: true, liftsForOwner: true, pingRenews: false },
};
/** `npm run deep -- unattended` sets another number of seeds. */
const SEEDS = Number(process.env['TACTUS_DEEP_UNATTENDED'] ?? 400);
const SEEDS_TIMEOUT_MS = 300_000 + SEEDS * 20;

test(
  'dying clouds, broken links and leaving clients leave no device in motion, in any order',
  () => {
    for (let seed = 1; seed <= SEEDS; seed++)
      expect(runUnattended(seed, RULES).slice(0, 3), `seed ${seed}`).toEqual([]);
  },
  SEEDS_TIMEOUT_MS,
);

/** Each fault is a plausible mistake that the simulation has to find. */
const FAULTS: Readonly<Record<string, Partial<UnattendedRules>>> = {
  'a ping renews the hold': { pingRenews: true },
  'a welcome lifts the hold': { linked: () => ({ away: undefined, hold: undefined }) },
  'a cut lifts the hold': {
    cut: (_, nowMs, lastFrameAtMs) => ({ away: { sinceMs: nowMs, lastFrameAtMs }, hold: undefined }),
  },
  'a closed link leaves a hold its whole time': {
    cut: ({ hold }, sinceMs, lastFrameAtMs) => ({ away: { sinceMs, lastFrameAtMs }, hold }),
  },
  'holds are not counted': {
    restAtMs: ({ away }, motion) => restAtMs({ away, hold: undefined }, motion),
  },
  'motion without an end outlives the grace': {
    restAtMs: (attendance, motion) => restAtMs(attendance, motion === 'endless' ? 'ending' : motion),
  },
  'a script goes on for ever': {
    restAtMs: (attendance, motion) =>
      restAtMs({ ...attendance, away: motion === 'ending' ? undefined : attendance.away }, motion),
  },
  'a renewal does not count': {
    held: (attendance, hold, nowMs) => (attendance.hold && hold ? attendance : held(attendance, hold, nowMs)),
  },
  'a device of an unknown session is not stopped': {
    actionOnConnect: (device) => (device.resumed ? 'go-on' : 'take-in'),
  },
  'a lost order to rest is not sent again': {
    actionOnConnect: (device) => actionOnConnect({ ...device, owesRest: false }),
  },
  'a driven device is not stored': { storesDriven: false },
  'a cloud that closes drops its timers': { stopsAtClose: false },
  'the owner who takes over inherits the guest’s hold': { liftsForOwner: false },
};

/** A seed that found each fault; the search begins with it, so that it is short as long as the simulation is the same. */
const FOUND_BY: Readonly<Record<string, number>> = {
  'a ping renews the hold': 19,
  'a welcome lifts the hold': 63,
  'a cut lifts the hold': 1,
  'a closed link leaves a hold its whole time': 142,
  'holds are not counted': 1,
  'motion without an end outlives the grace': 44,
  'a script goes on for ever': 319,
  'a renewal does not count': 253,
  'a device of an unknown session is not stopped': 7,
  'a lost order to rest is not sent again': 1083,
  'a driven device is not stored': 32,
  'a cloud that closes drops its timers': 39,
  'the owner who takes over inherits the guest’s hold': 2,
};
const SEARCHED = 2_000;

test.each(Object.entries(FAULTS))('the simulation finds the fault: %s', (name, fault) => {
  const first = FOUND_BY[name] ?? 1;
  const found = Array.from({ length: SEARCHED }, (_, place) => first + place).find(
    (seed) => runUnattended(seed, { ...RULES, ...fault }).length > 0,
  );
  expect(found).toBeDefined();
});
