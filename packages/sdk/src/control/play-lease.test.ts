import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { DeviceError } from '../errors.ts';
import type { ControlHoldState } from '../state/control-hold-table.ts';
import type { Lease, LeaseAnswer, LeaseApi, LeaseRenewalAnswer } from './lease-api.ts';
import { createTimerHeartbeat } from './lease-ports.ts';
import {
  createPlayLease,
  PLAY_END_AFTER_CLOSE_MS,
  PLAY_LEASE_DURATION_MS,
  PLAY_LEASE_RENEWAL_INTERVAL_MS,
} from './play-lease.ts';

const granted: LeaseAnswer = { granted: { lease: 'l1', secret: 's1' } };
const noAnswer = () => Promise.reject(new DeviceError('network', 'gone'));

function setUp() {
  const time = createFakeTime();
  const sent: string[] = [];
  const states: ControlHoldState[] = [];
  const errors: unknown[] = [];
  const answers = {
    acquire: (): Promise<LeaseAnswer> => Promise.resolve(granted),
    renew: (): Promise<LeaseRenewalAnswer> => Promise.resolve('renewed'),
  };
  const api: LeaseApi = {
    acquire({ holder, rank, ttlMs, closedMs }) {
      sent.push(`acquire ${holder} ${rank} ${ttlMs} ${closedMs}`);
      return answers.acquire();
    },
    renew({ lease }: Lease) {
      sent.push(`renew ${lease}`);
      return answers.renew();
    },
    end: ({ lease }, stop) => void sent.push(`${stop ? 'stop' : 'end'} ${lease}`),
  };
  const lease = createPlayLease({
    ...{ holder: 'tab-1', rank: 'owner', api, time, heartbeat: createTimerHeartbeat(time) },
    stopMotion: () => sent.push('stop motion'),
    onError: (error) => errors.push(error),
    onChange: (state) => states.push(state),
  });
  return { time, sent, states, errors, answers, lease };
}

test('a lease of a minute, ten seconds after a closed connection, is requested once, renewed every three seconds, and ended', async () => {
  const { time, sent, states, lease } = setUp();
  lease.dispatch('wanted');
  lease.dispatch('wanted');
  await time.run(2 * PLAY_LEASE_RENEWAL_INTERVAL_MS);
  lease.dispatch('letGo');
  await time.run(120_000);
  expect([PLAY_LEASE_DURATION_MS, PLAY_END_AFTER_CLOSE_MS, PLAY_LEASE_RENEWAL_INTERVAL_MS]).toEqual([
    60_000, 10_000, 3_000,
  ]);
  expect(sent).toEqual(['acquire tab-1 owner 60000 10000', 'renew l1', 'renew l1', 'end l1']);
  expect(states).toEqual(['asking', 'held', 'none']);
  expect(time.pending()).toBe(0);
});

test('a page that is left ends it and stops the motion', async () => {
  const { time, sent, lease } = setUp();
  lease.dispatch('wanted');
  await time.settle();
  lease.dispatch('leave');
  expect(sent.at(-1)).toBe('stop l1');
});

test('renewals without an answer go on until the lease has expired; then this program stops the motion', async () => {
  const { time, sent, states, answers, lease } = setUp();
  lease.dispatch('wanted');
  await time.settle();
  answers.renew = noAnswer;
  await time.run(59_500);
  expect(sent).not.toContain('stop motion');
  await time.run(3_000);
  expect(sent.slice(-2)).toEqual(['renew l1', 'stop motion']);
  expect(states.at(-1)).toBe('lost');
  await time.run(20_000);
  expect(sent.filter((line) => line === 'stop motion')).toHaveLength(1);
});

test('an answer in time preserves it', async () => {
  const { time, sent, states, answers, lease } = setUp();
  lease.dispatch('wanted');
  await time.settle();
  answers.renew = noAnswer;
  await time.run(50_500);
  answers.renew = () => Promise.resolve('renewed');
  await time.run(120_000);
  expect(sent).not.toContain('stop motion');
  expect(states.at(-1)).toBe('held');
});

test.each([
  ['ran-out', 'lost', false],
  ['unknown', 'lost', true],
  [{ takenOverBy: 'tab-2' }, 'elsewhere', false],
] as const)('a renewal that is answered %j means %s', async (answer, state, stops) => {
  const { time, sent, states, answers, lease } = setUp();
  lease.dispatch('wanted');
  await time.settle();
  answers.renew = () => Promise.resolve(answer);
  await time.run(PLAY_LEASE_RENEWAL_INTERVAL_MS);
  expect(states.at(-1)).toBe(state);
  expect(sent.includes('stop motion')).toBe(stops);
  await time.run(30_000);
  expect(sent.filter((line) => line.startsWith('renew'))).toHaveLength(1);
});

test('one that ran out before a start is requested again for that start, which a refusal stops', async () => {
  const { time, sent, states, answers, lease } = setUp();
  lease.dispatch('wanted');
  await time.settle();
  answers.renew = noAnswer;
  await time.run(14_000);
  lease.dispatch('wanted');
  answers.renew = () => Promise.resolve('ran-out');
  answers.acquire = () => Promise.resolve({ granted: { lease: 'l2', secret: 's2' } });
  await time.run(PLAY_LEASE_RENEWAL_INTERVAL_MS);
  expect(states).toEqual(['asking', 'held', 'asking', 'held']);
  expect(sent.at(-1)).toBe('acquire tab-1 owner 60000 10000');
  // Nothing was started since.
  await time.run(PLAY_LEASE_RENEWAL_INTERVAL_MS);
  expect(states.at(-1)).toBe('lost');
  answers.acquire = () => Promise.resolve({ refusedFor: 'the owner' });
  lease.dispatch('wanted');
  await time.settle();
  expect([states.at(-1), sent.at(-1)]).toEqual(['elsewhere', 'stop motion']);
});

test.each([
  ['answered before it ran out is over with it', true, 'lost'],
  ['without an answer may be executed later, so that it is requested again', false, 'held'],
])('of one that ran out, a start %s', async (_, isAnswered, state) => {
  const { time, states, answers, lease } = setUp();
  lease.dispatch('wanted');
  await time.run(PLAY_LEASE_RENEWAL_INTERVAL_MS);
  answers.renew = noAnswer;
  lease.dispatch('wanted');
  if (isAnswered) lease.answered();
  await time.run(PLAY_END_AFTER_CLOSE_MS);
  answers.renew = () => Promise.resolve('ran-out');
  await time.run(PLAY_LEASE_RENEWAL_INTERVAL_MS);
  expect(states.at(-1)).toBe(state);
});

const incidents = ['start', 'start', 'lose the network', 'restore the network', 'stop', 'wait', 'wait long'] as const;

/** Runs a drawn course of incidents through a lease and a model of the cloud; returns where motion went on without a lease. */
async function unleasedMotion(seed: number): Promise<string[]> {
  const { time, states, answers, lease } = setUp();
  const random = createRandom(seed);
  const unleased: string[] = [];
  let [isDown, moves, isLeased, leasedUntilMs] = [false, false, false, 0];
  /** The cloud stops what moves when the lease runs out. */
  function runOut(): void {
    if (isLeased && time.monotonic() >= leasedUntilMs) [isLeased, moves] = [false, false];
  }
  function renewed(): boolean {
    runOut();
    if (isLeased) leasedUntilMs = time.monotonic() + PLAY_END_AFTER_CLOSE_MS;
    return isLeased;
  }
  answers.acquire = async () => {
    if (isDown) return noAnswer();
    [isLeased, leasedUntilMs] = [true, Infinity];
    renewed();
    return granted;
  };
  answers.renew = async () => (isDown ? noAnswer() : renewed() ? 'renewed' : 'ran-out');
  /** A start is repeated until it arrives. */
  async function start(): Promise<void> {
    lease.dispatch('wanted');
    for (; isDown; lease.dispatch('wanted')) await time.sleep(500);
    runOut();
    moves = true;
  }
  for (let turn = 0; turn < 30; turn++) {
    const incident = random.pick(incidents);
    if (incident === 'start') void start();
    else if (incident === 'stop' && !isDown) {
      lease.dispatch('letGo');
      [moves, isLeased] = [false, false];
    } else if (incident.endsWith('network')) isDown = incident.startsWith('lose');
    await time.run(incident === 'wait long' ? 14_000 : 700);
    if (isDown) continue;
    await time.run(2 * PLAY_LEASE_RENEWAL_INTERVAL_MS);
    runOut();
    if (moves && states.at(-1) !== 'held') unleased.push(`seed ${seed}, turn ${turn}: ${incident}`);
  }
  return unleased;
}

test('property: with a network no motion goes on without a lease', async () => {
  for (let seed = 0; seed < 60; seed++) expect(await unleasedMotion(seed)).toEqual([]);
});

test('a refused guest stops its own motion', async () => {
  const { time, sent, states, answers, lease } = setUp();
  answers.acquire = () => Promise.resolve({ refusedFor: 'the owner' });
  lease.dispatch('wanted');
  await time.settle();
  expect(sent.at(-1)).toBe('stop motion');
  expect(states.at(-1)).toBe('elsewhere');
});

test('a request without an answer is repeated as long as the lease is needed', async () => {
  const { time, sent, states, answers, lease } = setUp();
  answers.acquire = noAnswer;
  lease.dispatch('wanted');
  await time.run(2_500);
  expect(sent).toHaveLength(3);
  answers.acquire = () => Promise.resolve(granted);
  await time.run(1_000);
  expect(states.at(-1)).toBe('held');
  lease.dispatch('letGo');
  expect(time.pending()).toBe(0);
});

test('a request that the cloud answers with an error is repeated ever more rarely, and its error is reported', async () => {
  const { time, sent, states, errors, answers, lease } = setUp();
  const error = new DeviceError('api', 'No lease: HTTP 400');
  answers.acquire = () => Promise.reject(error);
  lease.dispatch('wanted');
  await time.run(60_000);
  expect(sent).toHaveLength(6);
  expect(errors).toEqual(Array.from(sent, () => error));
  await time.run(60_000);
  expect(sent).toHaveLength(8);
  answers.acquire = () => Promise.resolve(granted);
  await time.run(30_000);
  expect(states).toEqual(['asking', 'held']);
});

test.each([
  ['that has ended', 'letGo', () => Promise.reject(new DeviceError('api', 'No lease: HTTP 503'))],
  ['of which another program took control', 'wanted', () => Promise.resolve({ refusedFor: 'the owner' })],
] as const)('errors of a motion %s do not delay the lease of the next one', async (_, last, answer) => {
  const { time, sent, answers, lease } = setUp();
  const fail = () => Promise.reject(new DeviceError('api', 'No lease: HTTP 503'));
  answers.acquire = fail;
  lease.dispatch('wanted');
  await time.run(60_000);
  answers.acquire = answer;
  await time.run(30_000);
  lease.dispatch(last);
  await time.run(3_600_000);
  lease.dispatch('letGo');
  answers.acquire = fail;
  sent.length = 0;
  lease.dispatch('wanted');
  await time.run(1_500);
  expect(sent).toHaveLength(2);
});

test('a request that hangs is repeated after five seconds, and ended where it is granted late', async () => {
  const { time, sent, states, answers, lease } = setUp();
  let grantLate: (answer: LeaseAnswer) => void = () => undefined;
  answers.acquire = () => new Promise((resolve) => (grantLate = resolve));
  lease.dispatch('wanted');
  await time.run(5_500);
  expect(sent).toEqual(['acquire tab-1 owner 60000 10000']);
  answers.acquire = () => Promise.resolve({ granted: { lease: 'l2', secret: 's2' } });
  await time.run(600);
  expect(states).toEqual(['asking', 'held']);
  grantLate(granted);
  await time.run(PLAY_LEASE_RENEWAL_INTERVAL_MS);
  expect(sent.slice(1)).toEqual(['acquire tab-1 owner 60000 10000', 'end l1', 'renew l2']);
});

test('a renewal that hangs is repeated at the first beat after five seconds', async () => {
  const { time, sent, answers, lease } = setUp();
  lease.dispatch('wanted');
  await time.run(100);
  answers.renew = () => new Promise(() => undefined);
  await time.run(2 * PLAY_LEASE_RENEWAL_INTERVAL_MS);
  expect(sent.slice(1)).toEqual(['renew l1']);
  answers.renew = () => Promise.resolve('renewed');
  await time.run(PLAY_LEASE_DURATION_MS);
  expect(sent.slice(1, 4)).toEqual(['renew l1', 'renew l1', 'renew l1']);
  expect(sent).not.toContain('stop motion');
});

test('a lease that is granted after it is not needed any more is ended at once', async () => {
  const { time, sent, states, lease } = setUp();
  lease.dispatch('wanted');
  lease.dispatch('letGo');
  await time.run(20_000);
  expect(sent).toEqual(['acquire tab-1 owner 60000 10000', 'end l1']);
  expect(states).toEqual(['asking', 'none']);
});

test('a shorter silence is requested at once, a longer one with the next lease; the older of two leases is not renewed', async () => {
  const { time, sent, states, answers, lease } = setUp();
  lease.dispatch('wanted');
  await time.settle();
  answers.acquire = async () => {
    await time.sleep(PLAY_LEASE_RENEWAL_INTERVAL_MS + 100);
    return { granted: { lease: 'l2', secret: 's2' } };
  };
  lease.limitSilence(10_000);
  lease.limitSilence(60_000);
  await time.run(PLAY_LEASE_RENEWAL_INTERVAL_MS + 200);
  expect(sent).toEqual(['acquire tab-1 owner 60000 10000', 'acquire tab-1 owner 10000 10000']);
  await time.run(PLAY_LEASE_RENEWAL_INTERVAL_MS);
  expect(sent.at(-1)).toBe('renew l2');
  answers.renew = noAnswer;
  await time.run(12_000);
  expect(sent.at(-1)).toBe('stop motion');
  expect(states).toEqual(['asking', 'held', 'lost']);
  lease.dispatch('wanted');
  expect(sent.at(-1)).toBe('acquire tab-1 owner 60000 10000');
});

test('a limit of the silence during a pending request is requested as soon as that is answered', async () => {
  const { time, sent, lease } = setUp();
  lease.dispatch('wanted');
  lease.limitSilence(4_000);
  await time.settle();
  expect(sent).toEqual(['acquire tab-1 owner 60000 10000', 'acquire tab-1 owner 4000 4000']);
});

test('a lost request for a shorter silence is repeated with every beat, as long as the longer lease lasts', async () => {
  const { time, sent, states, answers, lease } = setUp();
  lease.dispatch('wanted');
  await time.settle();
  answers.acquire = noAnswer;
  lease.limitSilence(10_000);
  const shorter = 'acquire tab-1 owner 10000 10000';
  await time.run(2 * PLAY_LEASE_RENEWAL_INTERVAL_MS);
  expect(sent.slice(1)).toEqual([shorter, shorter, shorter]);
  expect(states).toEqual(['asking', 'held']);
  answers.acquire = () => Promise.resolve({ granted: { lease: 'l2', secret: 's2' } });
  await time.run(2 * PLAY_LEASE_RENEWAL_INTERVAL_MS);
  expect(sent.slice(4)).toEqual([shorter, 'renew l2']);
  answers.acquire = noAnswer;
  answers.renew = noAnswer;
  await time.run(13_000);
  expect(sent.at(-1)).toBe('stop motion');
});

test('after a refused request for a shorter silence the longer lease is renewed, whose answer names the new holder', async () => {
  const { time, sent, states, answers, lease } = setUp();
  lease.dispatch('wanted');
  await time.settle();
  answers.acquire = () => Promise.resolve({ refusedFor: 'the owner' });
  answers.renew = () => Promise.resolve({ takenOverBy: 'tab-2' });
  lease.limitSilence(10_000);
  await time.settle();
  expect(sent.slice(1)).toEqual(['acquire tab-1 owner 10000 10000', 'renew l1']);
  expect(states.at(-1)).toBe('elsewhere');
});

test.each(['renewed', 'network'] as const)(
  'a renewal that ends with %s during a request for a shorter silence is not repeated',
  async (end) => {
    const { time, sent, answers, lease } = setUp();
    lease.dispatch('wanted');
    await time.settle();
    answers.renew = async () => {
      await time.sleep(1_000);
      if (end === 'network') throw new DeviceError('network', 'gone');
      return end;
    };
    answers.acquire = () => time.sleep(60_000).then(() => granted);
    await time.run(PLAY_LEASE_RENEWAL_INTERVAL_MS + 500);
    lease.limitSilence(10_000);
    await time.run(PLAY_LEASE_RENEWAL_INTERVAL_MS);
    expect(sent.slice(1)).toEqual(['renew l1', 'acquire tab-1 owner 10000 10000']);
  },
);
