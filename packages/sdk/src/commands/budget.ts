import { RATE_LIMIT_PER_MINUTE } from '@tactus/protocol';
import type { Time } from '@tactus/time';

/** The lane of a request: Stop is never refused, commands leave a reserve for it, reads leave one for commands. */
export type RequestPriority = 'stop' | 'command' | 'background';

const WINDOW_MS = 60_000;

/** The shares of the minute's requests: commands leave a rest to Stop, and reads leave one to commands. */
const COMMAND_SHARE = 0.95;
const BACKGROUND_SHARE = 0.75;
/** A rest is at least this many requests, or half of a very low limit. */
const REST_MIN = 2;

/** How long nothing but Stop is sent after the cloud has refused for the number of requests. */
const QUIET_MS = 5_000;

/** The rest of the minute's requests. */
export interface RemainingRequests {
  readonly limit: number;
  /** Requests sent in the last minute. */
  readonly used: number;
  /** Requests that a command may still send now. */
  readonly left: number;
}

/** Counts the requests of the last minute, because a page cannot read the cloud's own counters. */
export interface RequestBudget {
  /** Takes one request if the lane may have it. Stop always may. */
  take(lane: RequestPriority): boolean;
  /** The requests left to commands. */
  headroom(): RemainingRequests;
  /** How long until a command may be sent, ms; 0 when it may be sent now. */
  waitMs(): number;
  /** The cloud refused for the number of requests; with the wait that it requested, if any, ms. */
  refused(retryAfterMs?: number): void;
}

/** A budget of `perMinute` requests (default the vendor's limit); `Infinity` for a cloud without one. */
export function createRequestBudget({
  time,
  perMinute = RATE_LIMIT_PER_MINUTE,
}: {
  time: Time;
  perMinute?: number | undefined;
}): RequestBudget {
  let sentAt: number[] = [];
  let quietUntilMs = 0;

  function used(): number {
    const since = time.monotonic() - WINDOW_MS;
    if ((sentAt[0] ?? Infinity) <= since) sentAt = sentAt.filter((atMs) => atMs > since);
    return sentAt.length;
  }

  const withRest = (of: number, share: number) =>
    Math.min(Math.round(perMinute * share), of - Math.min(REST_MIN, Math.floor(of / 2)));
  const forCommands = withRest(perMinute, COMMAND_SHARE);
  const granted: Readonly<Record<RequestPriority, number>> = {
    stop: perMinute,
    command: forCommands,
    background: withRest(forCommands, BACKGROUND_SHARE),
  };

  function left(lane: RequestPriority): number {
    if (lane !== 'stop' && time.monotonic() < quietUntilMs) return 0;
    return Math.max(0, granted[lane] - used());
  }

  return {
    take(lane) {
      if (lane !== 'stop' && left(lane) < 1) return false;
      sentAt.push(time.monotonic());
      return true;
    },
    headroom: () => ({ limit: perMinute, used: used(), left: left('command') }),
    waitMs() {
      if (left('command') >= 1) return 0;
      const nowMs = time.monotonic();
      // The request after whose minute the first place is free.
      const blocking = sentAt[used() - granted.command];
      return Math.max(quietUntilMs - nowMs, blocking === undefined ? 0 : blocking + WINDOW_MS - nowMs, 0);
    },
    refused(retryAfterMs = QUIET_MS) {
      quietUntilMs = time.monotonic() + retryAfterMs;
    },
  };
}
