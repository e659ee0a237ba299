import { LINK_GRACE_MS, LINK_UNATTENDED_MAX_MS, type LinkHold, type OngoingMotionKind } from '@tactus/protocol';

/** The device's record of its link and hold, which decides when it stops by itself. Times of one monotonic clock, ms. */
export interface AttendanceRecord {
  /** Since when the link is away, and when the last frame of the cloud came; undefined while the link is up. */
  readonly away: { readonly sinceMs: number; readonly lastFrameAtMs: number } | undefined;
  /** The hold under which the device moves, if any. */
  readonly hold: { readonly endsAtMs: number; readonly closedMs: number } | undefined;
}

/** The transitions of attendance, and the decision that follows from it. */
export interface AttendanceRules {
  /** The link is up. A hold stays: only another `hold` frame extends it. */
  linked(attendance: AttendanceRecord): AttendanceRecord;
  /** The link is away: a hold lasts no longer than its time for a closed link. */
  cut(attendance: AttendanceRecord, nowMs: number, lastFrameAtMs: number): AttendanceRecord;
  /** A `hold` frame arrived; undefined lifts the hold. */
  held(attendance: AttendanceRecord, hold: LinkHold | undefined, nowMs: number): AttendanceRecord;
  /** When the motion is stopped; infinite where it may go on. */
  restAtMs(attendance: AttendanceRecord, motion: OngoingMotionKind): number;
}

/** A device that was never linked. */
export const unlinkedAttendance = (nowMs: number): AttendanceRecord => ({
  away: { sinceMs: nowMs, lastFrameAtMs: nowMs },
  hold: undefined,
});

/** The rules by which a device stops by itself (docs/device-link.md). */
export const attendanceRules: AttendanceRules = {
  linked: (attendance) => ({ ...attendance, away: undefined }),
  cut({ away, hold }, nowMs, lastFrameAtMs) {
    if (away) return { away, hold };
    return {
      away: { sinceMs: nowMs, lastFrameAtMs },
      hold: hold && { ...hold, endsAtMs: Math.min(hold.endsAtMs, nowMs + hold.closedMs) },
    };
  },
  held: ({ away }, hold, nowMs) => ({
    away,
    hold: hold && { endsAtMs: nowMs + hold.silentMs, closedMs: hold.closedMs },
  }),
  restAtMs({ away, hold }, motion) {
    const holdEndsAtMs = hold?.endsAtMs ?? Number.POSITIVE_INFINITY;
    if (motion === 'none' || !away) return holdEndsAtMs;
    const goesOnUntilMs =
      motion === 'endless' ? away.sinceMs + LINK_GRACE_MS : away.lastFrameAtMs + LINK_UNATTENDED_MAX_MS;
    return Math.min(holdEndsAtMs, goesOnUntilMs);
  },
};
