import type { Time } from '@tactus/time';
import type { RequestBudget } from './budget.ts';
import { createLatestValueSender, type LatestValueSender } from './latest-value-sender.ts';

/** During a drag: at most five commands a second for ten seconds, then as many as the budget leaves. */
const DRAG_INTERVAL_MS = 200;
const DRAG_BURST_MS = 10_000;

/** A drag after a pause of this length begins a new burst. */
const REST_MS = 2_000;
const MINUTE_MS = 60_000;

/** The time from the last command to the next, `sinceStartMs` into a burst. */
function dragIntervalMs(sinceStartMs: number, commandsLeft: number): number {
  if (sinceStartMs < DRAG_BURST_MS) return DRAG_INTERVAL_MS;
  return Math.max(DRAG_INTERVAL_MS, MINUTE_MS / Math.max(1, commandsLeft));
}

/** A `createLatestValueSender` at the rate of a drag. Failures of `send` go to `onError`. */
export function createDragSender<A>(options: {
  readonly send: (value: A) => Promise<unknown>;
  readonly onError: (error: unknown) => void;
  readonly time: Time;
  readonly budget: RequestBudget;
}): LatestValueSender<A> {
  const { time, budget } = options;
  let burstStartMs = 0;
  let lastMoveMs = -Infinity;
  let lastTurnMs = -Infinity;

  function waitMs(): number {
    const nowMs = time.monotonic();
    const intervalMs = dragIntervalMs(nowMs - burstStartMs, budget.headroom().left);
    return Math.max(lastTurnMs + intervalMs - nowMs, budget.waitMs());
  }

  function turn(): Promise<void> | undefined {
    if (waitMs() > 0) return waitForTurn();
    lastTurnMs = time.monotonic();
    return undefined;
  }

  async function waitForTurn(): Promise<void> {
    for (let delayMs = waitMs(); delayMs > 0; delayMs = waitMs()) await time.sleep(delayMs);
    lastTurnMs = time.monotonic();
  }

  const send = createLatestValueSender(options.send, options.onError, turn);

  function move(value: A): Promise<void> {
    const nowMs = time.monotonic();
    if (nowMs - lastMoveMs > REST_MS) burstStartMs = nowMs;
    lastMoveMs = nowMs;
    return send(value);
  }

  return Object.assign(move, { cancel: send.cancel });
}

/** A `createDragSender`, but a value from an earlier generation is not sent any more. */
export function createGenerationalDragSender<A>(
  options: Parameters<typeof createDragSender<A>>[0] & { readonly generation: () => number },
): LatestValueSender<A> {
  const { send, generation } = options;
  const drag = createDragSender<{ readonly value: A; readonly born: number }>({
    ...options,
    send: async ({ value, born }) => (born === generation() ? send(value) : undefined),
  });
  return Object.assign((value: A) => drag({ value, born: generation() }), { cancel: drag.cancel });
}
