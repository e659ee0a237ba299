import { describe, expect, test } from 'vitest';
import { guestConnectionEvents, guestConnectionStates, stepGuestConnection } from './guest-connection-machine.ts';
import { guestHoldEvents, guestHoldStates, stepGuestHold } from './hold-table.ts';

/** `state event -> next: effects`, of every pair that has an effect. */
function rowsOf<State extends string, Event extends string>(
  states: readonly State[],
  events: readonly Event[],
  step: (state: State, event: Event) => { to: State; run: readonly string[] },
): string[] {
  return states.flatMap((state) =>
    events.flatMap((event) => {
      const { to, run } = step(state, event);
      return to === state && run.length === 0 ? [] : [`${state} ${event} -> ${to}: ${run.join(' ')}`.trimEnd()];
    }),
  );
}

describe('a guest’s connection', () => {
  test('has exactly these transitions, and ignores any other event', () => {
    expect(rowsOf(guestConnectionStates, guestConnectionEvents, stepGuestConnection)).toEqual([
      'join-form enter -> entering: exchange',
      'join-form resume -> resuming: claim',
      'join-form leave -> over: forget',
      'entering entered -> inside: claim open',
      'entering refused -> turned-away:',
      'entering failed -> join-form:',
      'entering pause -> join-form:',
      'entering leave -> over: forget',
      'resuming entered -> inside: open',
      'resuming failed -> resuming: readAgainLater',
      'resuming claimed -> resuming: read',
      'resuming elsewhere -> elsewhere: close',
      'resuming ended -> over: close forget',
      'resuming pause -> paused: close unclaim',
      'resuming leave -> over: sendLeave close forget',
      'inside elsewhere -> elsewhere: close',
      'inside lost -> away:',
      'inside ended -> over: close forget',
      'inside pause -> paused: close unclaim',
      'inside leave -> over: sendLeave close forget',
      'away elsewhere -> elsewhere: close',
      'away updated -> inside:',
      'away ended -> over: close forget',
      'away pause -> paused: close unclaim',
      'away leave -> over: sendLeave close forget',
      'elsewhere takeOver -> resuming: takeOver',
      'elsewhere joinAnew -> join-form: drop',
      'elsewhere pause -> paused: close unclaim',
      'paused resume -> resuming: claim',
    ]);
  });

  test('that is over or refused stays so', () => {
    for (const event of guestConnectionEvents) {
      expect(stepGuestConnection('over', event)).toEqual({ to: 'over', run: [] });
      expect(stepGuestConnection('turned-away', event)).toEqual({ to: 'turned-away', run: [] });
    }
  });
});

describe('a guest’s hold', () => {
  test('has exactly these transitions, and ignores any other event', () => {
    expect(rowsOf(guestHoldStates, guestHoldEvents, stepGuestHold)).toEqual([
      'free wanted -> asking: take',
      'asking granted -> held: startRenewing passWaiting',
      'asking refused -> free: refuseWaiting reportBusy',
      'asking failed -> free: refuseWaiting reportUnheard',
      'asking over -> free: refuseWaiting',
      'held refused -> free: stopRenewing refuseWaiting reportBusy',
      'held slipped -> slipped: stopRenewing refuseWaiting startGrace',
      'held dropped -> free: stopRenewing refuseWaiting reportLost',
      'held taken -> free: stopRenewing refuseWaiting',
      'held done -> free: stopRenewing release',
      'held over -> free: stopRenewing refuseWaiting',
      'slipped wanted -> regaining: take',
      'slipped taken -> free: refuseWaiting endGrace',
      'slipped again -> regaining: take',
      'slipped handOff -> free: refuseWaiting endGrace reportLost',
      'slipped tooLate -> free: refuseWaiting endGrace reportLost',
      'slipped over -> free: refuseWaiting endGrace',
      'regaining granted -> held: endGrace startRenewing passWaiting rampUp',
      'regaining refused -> free: refuseWaiting endGrace reportLost',
      'regaining failed -> slipped: refuseWaiting',
      'regaining taken -> free: refuseWaiting endGrace',
      'regaining handOff -> free: refuseWaiting endGrace reportLost',
      'regaining tooLate -> free: refuseWaiting endGrace reportLost',
      'regaining over -> free: refuseWaiting endGrace',
    ]);
  });

  test('is regained only with the hand on the control, and only while this guest has control', () => {
    for (const state of ['slipped', 'regaining'] as const)
      for (const event of ['handOff', 'taken'] as const) expect(stepGuestHold(state, event).to).toBe('free');
  });

  test('is renewed only while it is held: every transition out of that state stops the heartbeat', () => {
    for (const event of guestHoldEvents) {
      const { to, run } = stepGuestHold('held', event);
      if (to !== 'held') expect(run).toContain('stopRenewing');
    }
  });
});
