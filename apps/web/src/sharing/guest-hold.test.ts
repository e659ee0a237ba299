import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, test } from 'vitest';
import type { HoldAnswer } from './guest-api.ts';
import {
  createGuestHold,
  HOLD_GRANT_TIMEOUT_MS,
  HOLD_IDLE_RELEASE_MS,
  HOLD_REGAIN_WITHIN_MS,
  HOLD_RENEW_EVERY_MS,
  HOLD_TROUBLE_SHOWN_MS,
} from './guest-hold.ts';

/** A hold at a cloud with the given answers; `cut` refuses, `silent` never answers, a promise answers later. */
function build() {
  const time = createFakeTime();
  const requests: string[] = [];
  const received: string[] = [];
  let answer: HoldAnswer | Promise<HoldAnswer> | 'cut' | 'silent' = 'granted';
  let moving = false;
  let unheard = 0;
  const reply = (what: string) => {
    requests.push(what);
    if (answer === 'silent') return new Promise<HoldAnswer>(() => undefined);
    return answer === 'cut' ? Promise.reject(new Error('No network')) : Promise.resolve(answer);
  };
  const hold = createGuestHold({
    time,
    api: { take: () => reply('take'), renew: () => reply('renew'), release: () => void requests.push('release') },
    heartbeat: (periodMs, run) => time.every(periodMs, run),
    moves: () => moving,
    roundTripMs: () => undefined,
    onOver: (reason) => received.push(`over ${reason}`),
    onUnheard() {
      unheard += 1;
    },
  });
  hold.onRampUp(() => received.push('ramp up'));
  hold.trouble.subscribe((trouble) => received.push(trouble ?? 'all well'));
  return {
    time,
    hold,
    requests,
    received,
    state: () => hold.state.getState(),
    unheard: () => unheard,
    answers: (next: typeof answer) => {
      answer = next;
    },
    moves: (next: boolean) => {
      moving = next;
    },
  };
}

/** One that is held with the hand on a control and something moving. */
async function driving() {
  const built = build();
  built.hold.hand(true);
  await built.hold.want();
  built.moves(true);
  await built.time.run(10);
  return built;
}

/** One that expired with the hand on the control, and is asked for again; the answer comes by a call of the test. */
async function regaining() {
  const driven = await driving();
  driven.answers('lapsed');
  await driven.time.run(HOLD_RENEW_EVERY_MS);
  expect(driven.state()).toBe('slipped');
  let grant: () => void = () => undefined;
  driven.answers(
    new Promise((resolve) => {
      grant = () => resolve('granted');
    }),
  );
  await driven.time.run(HOLD_RENEW_EVERY_MS * 2);
  expect(driven.state()).toBe('regaining');
  return {
    ...driven,
    async grant() {
      grant();
      await driven.time.run(1_000);
    },
  };
}

describe('a guest’s hold', () => {
  test('is requested once, however many commands wait for it, and is renewed from then on', async () => {
    const { hold, time, requests, moves } = build();
    const waiting = Promise.all([hold.want(), hold.want(), hold.want()]);
    await waiting;
    moves(true);
    await time.run(HOLD_RENEW_EVERY_MS * 4);
    expect(requests).toEqual(['take', 'renew', 'renew', 'renew', 'renew']);
  });

  test('that is refused lets no command through, and shows that until it is granted', async () => {
    const { hold, answers, received, state } = build();
    answers('refused');
    await expect(hold.want()).rejects.toMatchObject({ code: 'aborted' });
    expect(state()).toBe('free');
    expect(received).toEqual(['busy']);
    answers('granted');
    await hold.want();
    expect(received).toEqual(['busy', 'all well']);
  });

  test('is released once nothing moves and no hand was on a control for a while', async () => {
    const { hold, time, requests, moves, state } = await driving();
    hold.hand(false);
    await time.run(HOLD_IDLE_RELEASE_MS + 1_000);
    expect(state()).toBe('held');
    moves(false);
    await time.run(HOLD_RENEW_EVERY_MS * 2);
    expect(state()).toBe('free');
    expect(requests.at(-1)).toBe('release');
    const sent = requests.length;
    await time.run(HOLD_RENEW_EVERY_MS * 10);
    expect(requests).toHaveLength(sent);
  });

  test('that was cut comes back with the hand still on the control, and the motion ramps up', async () => {
    const { time, received, answers, state } = await driving();
    answers('cut');
    await time.run(2_000);
    expect(['slipped', 'regaining']).toContain(state());
    answers('granted');
    await time.run(500);
    expect(state()).toBe('held');
    expect(received).toEqual(['ramp up']);
  });

  test('that was cut for too long requires a tap', async () => {
    const { hold, time, received, answers, requests, state } = await driving();
    answers('cut');
    await time.run(HOLD_REGAIN_WITHIN_MS + 1_500);
    expect(state()).toBe('free');
    expect(received).toEqual(['lost']);
    answers('granted');
    const tries = requests.length;
    await time.run(5_000);
    expect(requests).toHaveLength(tries);
    await hold.want();
    expect(state()).toBe('held');
    expect(received).toEqual(['lost', 'all well']);
  });

  test('that expired with no hand on a control requires a tap at once', async () => {
    const { hold, time, received, answers, state } = await driving();
    hold.hand(false);
    answers('lapsed');
    await time.run(HOLD_RENEW_EVERY_MS + 10);
    expect(state()).toBe('free');
    expect(received).toEqual(['lost']);
  });

  test('ends with the hand: a guest who lets go while the cloud is away does not come back automatically', async () => {
    const { hold, time, received, answers, state } = await driving();
    answers('cut');
    await time.run(1_500);
    hold.hand(false);
    answers('granted');
    await time.run(3_000);
    expect(state()).toBe('free');
    expect(received).toEqual(['lost']);
  });

  test('that is granted again with the hand still on the control is held', async () => {
    const { received, state, grant } = await regaining();
    await grant();
    expect(state()).toBe('held');
    expect(received).toEqual(['ramp up']);
  });

  test('ends with the hand also while it is asked for again: a grant that comes later moves nothing', async () => {
    const { hold, requests, received, state, grant } = await regaining();
    const waiting = expect(hold.want()).rejects.toMatchObject({ code: 'aborted' });
    hold.hand(false);
    const sent = requests.length;
    await grant();
    await waiting;
    expect(state()).toBe('free');
    expect(received).toEqual(['lost']);
    expect(requests).toHaveLength(sent);
  });

  test('that goes to another guest while it is asked for again stays with them, whatever the answer', async () => {
    const { hold, received, state, grant } = await regaining();
    hold.taken();
    await grant();
    expect(state()).toBe('free');
    expect(received).toEqual([]);
  });

  test('is abandoned where a person with precedence has the device, and shows that until another guest has control', async () => {
    const { hold, time, received, answers, state } = await driving();
    answers('refused');
    await time.run(HOLD_RENEW_EVERY_MS + 10);
    expect(state()).toBe('free');
    expect(received).toEqual(['busy']);
    hold.taken();
    expect(received).toEqual(['busy', 'all well']);
    await time.run(HOLD_TROUBLE_SHOWN_MS.busy);
    expect(received).toEqual(['busy', 'all well']);
  });

  test('that is not granted shows that only for a while: no event reports when it would be', async () => {
    const { hold, time, received, answers } = build();
    answers('refused');
    await expect(hold.want()).rejects.toMatchObject({ code: 'aborted' });
    await time.run(HOLD_TROUBLE_SHOWN_MS.busy + 1);
    expect(received).toEqual(['busy', 'all well']);
  });

  test('without an answer is reported so, with a command that did not get through', async () => {
    const { hold, time, received, answers, unheard } = build();
    answers('cut');
    await expect(hold.want()).rejects.toMatchObject({ code: 'aborted' });
    expect({ received, unheard: unheard() }).toEqual({ received: ['unheard'], unheard: 1 });
    // A silently lost network refuses nothing: no answer comes at all.
    answers('silent');
    const waited = expect(hold.want()).rejects.toMatchObject({ code: 'aborted' });
    await time.run(HOLD_GRANT_TIMEOUT_MS + 10);
    await waited;
    expect(unheard()).toBe(2);
  });

  test('reports that the session is over, and why', async () => {
    const { time, received, answers, state } = await driving();
    answers({ over: 'revoked' });
    await time.run(HOLD_RENEW_EVERY_MS + 10);
    expect(state()).toBe('free');
    expect(received).toEqual(['over revoked']);
  });

  test('that ends is released, and leaves no timer behind', async () => {
    const { hold, time, requests } = await driving();
    hold.end();
    expect(requests.at(-1)).toBe('release');
    expect(time.pending()).toBe(0);
  });
});
