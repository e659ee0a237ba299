import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, test } from 'vitest';
import type { HoldAnswer } from './guest-api.ts';
import { BACK_WITHIN_MS, createGuestHold, IDLE_MS, RENEW_EVERY_MS, TAKE_MS, TROUBLE_MS } from './guest-hold.ts';

/** A hold at a cloud that answers what it is told to; `cut` refuses, `silent` answers nothing. */
function build() {
  const time = createFakeTime();
  const asked: string[] = [];
  const received: string[] = [];
  let answer: HoldAnswer | 'cut' | 'silent' = 'granted';
  let moving = false;
  let unheard = 0;
  const reply = (what: string) => {
    asked.push(what);
    if (answer === 'silent') return new Promise<HoldAnswer>(() => undefined);
    return answer === 'cut' ? Promise.reject(new Error('No network')) : Promise.resolve(answer);
  };
  const hold = createGuestHold({
    time,
    api: { take: () => reply('take'), renew: () => reply('renew'), release: () => void asked.push('release') },
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
    asked,
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

describe('a guest’s hold', () => {
  test('is asked for once, however many commands wait for it, and is renewed from then on', async () => {
    const { hold, time, asked, moves } = build();
    const waiting = Promise.all([hold.want(), hold.want(), hold.want()]);
    await waiting;
    moves(true);
    await time.run(RENEW_EVERY_MS * 4);
    expect(asked).toEqual(['take', 'renew', 'renew', 'renew', 'renew']);
  });

  test('that is refused lets no command through, and says so until it is had', async () => {
    const { hold, answers, received, state } = build();
    answers('refused');
    await expect(hold.want()).rejects.toMatchObject({ code: 'aborted' });
    expect(state()).toBe('free');
    expect(received).toEqual(['busy']);
    answers('granted');
    await hold.want();
    expect(received).toEqual(['busy', 'all well']);
  });

  test('is let go once nothing moves and no hand was on a control for a while', async () => {
    const { hold, time, asked, moves, state } = await driving();
    hold.hand(false);
    await time.run(IDLE_MS + 1_000);
    expect(state()).toBe('held');
    moves(false);
    await time.run(RENEW_EVERY_MS * 2);
    expect(state()).toBe('free');
    expect(asked.at(-1)).toBe('release');
    const sent = asked.length;
    await time.run(RENEW_EVERY_MS * 10);
    expect(asked).toHaveLength(sent);
  });

  test('that was cut comes back with the hand still on the control, and what ran ramps up', async () => {
    const { time, received, answers, state } = await driving();
    answers('cut');
    await time.run(2_000);
    expect(['slipped', 'regaining']).toContain(state());
    answers('granted');
    await time.run(500);
    expect(state()).toBe('held');
    expect(received).toEqual(['ramp up']);
  });

  test('that was cut for too long takes a tap', async () => {
    const { hold, time, received, answers, asked, state } = await driving();
    answers('cut');
    await time.run(BACK_WITHIN_MS + 1_500);
    expect(state()).toBe('free');
    expect(received).toEqual(['lost']);
    answers('granted');
    const tries = asked.length;
    await time.run(5_000);
    expect(asked).toHaveLength(tries);
    await hold.want();
    expect(state()).toBe('held');
    expect(received).toEqual(['lost', 'all well']);
  });

  test('that ran out with no hand on a control takes a tap at once', async () => {
    const { hold, time, received, answers, state } = await driving();
    hold.hand(false);
    answers('lapsed');
    await time.run(RENEW_EVERY_MS + 10);
    expect(state()).toBe('free');
    expect(received).toEqual(['lost']);
  });

  test('ends with the hand: whoever lets go while the cloud is away does not come back by itself', async () => {
    const { hold, time, received, answers, state } = await driving();
    answers('cut');
    await time.run(1_500);
    hold.hand(false);
    answers('granted');
    await time.run(3_000);
    expect(state()).toBe('free');
    expect(received).toEqual(['lost']);
  });

  test('is given up where somebody with a better right has the device, and says so until control is another guest’s', async () => {
    const { hold, time, received, answers, state } = await driving();
    answers('refused');
    await time.run(RENEW_EVERY_MS + 10);
    expect(state()).toBe('free');
    expect(received).toEqual(['busy']);
    hold.taken();
    expect(received).toEqual(['busy', 'all well']);
    await time.run(TROUBLE_MS.busy);
    expect(received).toEqual(['busy', 'all well']);
  });

  test('that is not to be had is said to be so for a while only: nobody tells when it is', async () => {
    const { hold, time, received, answers } = build();
    answers('refused');
    await expect(hold.want()).rejects.toMatchObject({ code: 'aborted' });
    await time.run(TROUBLE_MS.busy + 1);
    expect(received).toEqual(['busy', 'all well']);
  });

  test('that nobody grants is said to have had no answer, and that no command got through', async () => {
    const { hold, time, received, answers, unheard } = build();
    answers('cut');
    await expect(hold.want()).rejects.toMatchObject({ code: 'aborted' });
    expect({ received, unheard: unheard() }).toEqual({ received: ['unheard'], unheard: 1 });
    // A network that was left without a word refuses nothing: no answer comes at all.
    answers('silent');
    const waited = expect(hold.want()).rejects.toMatchObject({ code: 'aborted' });
    await time.run(TAKE_MS + 10);
    await waited;
    expect(unheard()).toBe(2);
  });

  test('tells that the session is over, and why', async () => {
    const { time, received, answers, state } = await driving();
    answers({ over: 'revoked' });
    await time.run(RENEW_EVERY_MS + 10);
    expect(state()).toBe('free');
    expect(received).toEqual(['over revoked']);
  });

  test('that ends lets go, and leaves no timer behind', async () => {
    const { hold, time, asked } = await driving();
    hold.end();
    expect(asked.at(-1)).toBe('release');
    expect(time.pending()).toBe(0);
  });
});
