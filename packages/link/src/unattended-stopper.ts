import { type AttendanceRecord, attendanceRules, unlinkedAttendance } from '@tactus/motion';
import type { LinkHold, OngoingMotionKind, SelfStoppingDevice } from '@tactus/protocol';
import type { Time, Undo } from '@tactus/time';

/** Stops an unattended device: one whose hold has expired, or whose link is away for too long. */
export interface UnattendedStopper {
  /** The cloud has welcomed the link. */
  linked(): void;
  /** The link is away; the last frame of the cloud came at `lastSeenAtMs` of `time.monotonic()`. */
  cut(lastSeenAtMs: number): void;
  /** The cloud renewed the hold, or lifted it. */
  held(hold: LinkHold | undefined): void;
  /** Stops the device now where a stop is due, for callers with better timers. */
  check(): void;
  /** The link is closed on purpose: a held device stops now, and the watch ends. */
  close(): void;
}

const MOTIONS: readonly OngoingMotionKind[] = ['none', 'ending', 'endless'];

/** Watches from now on, with no link yet. */
export function stopWhenUnattended(device: Pick<SelfStoppingDevice, 'motion' | 'rest'>, time: Time): UnattendedStopper {
  let attendance = unlinkedAttendance(time.monotonic());
  /** When the timer runs, and how it is stopped. */
  let wake: { readonly atMs: number; readonly stop: Undo } | undefined;

  function restIfDue(nowMs: number): void {
    const motion = device.motion();
    if (attendanceRules.restAtMs(attendance, motion) <= nowMs && motion !== 'none') device.rest();
    const { hold } = attendance;
    if (hold && hold.endsAtMs <= nowMs) attendance = attendanceRules.held(attendance, undefined, nowMs);
  }

  function check(): void {
    const nowMs = time.monotonic();
    restIfDue(nowMs);
    arm(nowMs);
  }

  /** Sets a timer for each kind of motion: only the device knows which kind it makes by then. */
  function arm(nowMs: number): void {
    const dues = MOTIONS.map((motion) => attendanceRules.restAtMs(attendance, motion));
    const nextMs = Math.min(...dues.filter((dueMs) => dueMs > nowMs));
    // A renewal only postpones the due time: the running timer ends earlier and sets the next one, so a renewal sets none.
    if (wake && wake.atMs > nowMs && wake.atMs <= nextMs && nextMs < Number.POSITIVE_INFINITY) return;
    wake?.stop();
    wake = undefined;
    if (nextMs === Number.POSITIVE_INFINITY) return;
    const stop = time.after(nextMs - nowMs, () => {
      wake = undefined;
      check();
    });
    wake = { atMs: nextMs, stop };
  }

  /** Executes a stop that was due before an event before that event, even if its timer runs late. */
  function happen(next: (before: AttendanceRecord, nowMs: number) => AttendanceRecord): void {
    const nowMs = time.monotonic();
    restIfDue(nowMs);
    attendance = next(attendance, nowMs);
    arm(nowMs);
  }

  arm(time.monotonic());

  return {
    check,
    linked: () => happen(attendanceRules.linked),
    cut: (lastSeenAtMs) => happen((before, nowMs) => attendanceRules.cut(before, nowMs, lastSeenAtMs)),
    held(hold) {
      // When a hold is lifted, another client is responsible for the motion: the end of the previous hold must not stop it.
      if (!hold) attendance = attendanceRules.held(attendance, undefined, time.monotonic());
      happen((before, nowMs) => attendanceRules.held(before, hold, nowMs));
    },
    close() {
      if (attendance.hold && device.motion() !== 'none') device.rest();
      wake?.stop();
      wake = undefined;
    },
  };
}
