import {
  type DeviceEvent,
  type DeviceInfo,
  LINK_UNACKNOWLEDGED_EVENTS_MAX,
  type LinkEventFrame,
} from '@tactus/protocol';

/** A queue of numbered events that the cloud has not acknowledged. */
export interface EventOutbox {
  /** Adds an event. A full queue is dropped, and a gap reports that. */
  push(event: DeviceEvent): void;
  /** Number of the newest event added. */
  position(): number;
  /** The cloud has received everything up to this number. */
  acknowledge(seq: number): void;
  /** Sending begins again after this number, which the cloud has received. */
  resumeAfter(seq: number): void;
  /** The next event to send; undefined when all are sent, or too many are unacknowledged. */
  next(): LinkEventFrame | undefined;
}

/** How many events may wait. @internal */
export const OUTBOX_CAPACITY = 1_024;

/** `info` returns the current facts of the device, from which the cloud begins after a gap. */
export function createEventOutbox(info: () => DeviceInfo | undefined): EventOutbox {
  let waiting: LinkEventFrame[] = [];
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
      if (sent - acknowledged >= LINK_UNACKNOWLEDGED_EVENTS_MAX) return undefined;
      // Numbers rise by one from the first waiting event.
      const found = waiting[Math.max(0, sent - (waiting[0]?.seq ?? 0) + 1)];
      if (found) sent = found.seq;
      return found;
    },
  };
}
