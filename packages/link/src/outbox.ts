import { type DeviceEvent, type DeviceInfo, LINK_EVENT_WINDOW, type LinkHappening } from '@tactus/protocol';

/** Events wait here, numbered, until the cloud has acknowledged them. */
export interface Outbox {
  /** Takes an event in. Where there is no more room, all that wait are given up, and a gap says so. */
  push(event: DeviceEvent): void;
  /** Number of the newest event that was taken in. */
  position(): number;
  /** The cloud has everything up to this number. */
  acknowledge(seq: number): void;
  /** Sending begins anew, after this number, which the cloud has. */
  resumeAfter(seq: number): void;
  /** What to send next; undefined when all is sent, or too much of it is not acknowledged yet. */
  next(): LinkHappening | undefined;
}

/** Events that may wait. @internal */
export const OUTBOX_CAPACITY = 1_024;

/** `info` tells the facts of the device now: what a gap leaves the cloud to begin from. */
export function createOutbox(info: () => DeviceInfo | undefined): Outbox {
  let waiting: LinkHappening[] = [];
  let position = 0;
  let acknowledged = 0;
  let sent = 0;

  function acknowledge(seq: number): void {
    acknowledged = Math.max(acknowledged, Math.min(seq, position));
    while (waiting[0] && waiting[0].seq <= acknowledged) waiting.shift();
  }

  return {
    acknowledge,
    position: () => position,
    push(event) {
      position += 1;
      if (waiting.length < OUTBOX_CAPACITY) {
        waiting.push({ type: 'event', seq: position, event });
        return;
      }
      const facts = info();
      waiting = [{ type: 'gap', seq: position, ...(facts && { info: facts }) }];
    },
    resumeAfter(seq) {
      acknowledge(seq);
      sent = acknowledged;
    },
    next() {
      if (sent - acknowledged >= LINK_EVENT_WINDOW) return undefined;
      // Numbers rise by one from the first that waits.
      const found = waiting[Math.max(0, sent - (waiting[0]?.seq ?? 0) + 1)];
      if (found) sent = found.seq;
      return found;
    },
  };
}
