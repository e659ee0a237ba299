import { LINK_GRACE_MS, LINK_UNATTENDED_MAX_MS, type LinkHold, type OngoingMotion } from '@tactus/protocol';

/** What the device's end of a link knows of whether anybody is there. Instants in ms of one monotonic clock. */
export interface Attendance {
  /** Since when the link is away, and when the cloud was heard last; undefined while the link is there. */
  readonly away: { readonly sinceMs: number; readonly heardAtMs: number } | undefined;
  /** The hold under which the device moves, if any. */
  readonly hold: { readonly endsAtMs: number; readonly closedMs: number } | undefined;
}

/** What happens to attendance, and what follows from it. */
export interface AttendanceRules {
  /** The link is there. What is held stays held: only another `hold` frame gives it time. */
  linked(attendance: Attendance): Attendance;
  /** The link is away: a hold has no longer than its time for a closed link. */
  cut(attendance: Attendance, nowMs: number, heardAtMs: number): Attendance;
  /** A `hold` frame arrived; undefined lifts the hold. */
  held(attendance: Attendance, hold: LinkHold | undefined, nowMs: number): Attendance;
  /** When what moves is brought to rest; infinite where it may go on. */
  restAtMs(attendance: Attendance, motion: OngoingMotion): number;
}

/** A device whose link has not been there yet. */
export const unlinkedAttendance = (nowMs: number): Attendance => ({
  away: { sinceMs: nowMs, heardAtMs: nowMs },
  hold: undefined,
});

/** How the device's end of a link decides when it rests by itself (docs/device-link.md). */
export const attendanceRules: AttendanceRules = {
  linked: (attendance) => ({ ...attendance, away: undefined }),
  cut({ away, hold }, nowMs, heardAtMs) {
    if (away) return { away, hold };
    return {
      away: { sinceMs: nowMs, heardAtMs },
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
    const goesOnUntilMs = motion === 'endless' ? away.sinceMs + LINK_GRACE_MS : away.heardAtMs + LINK_UNATTENDED_MAX_MS;
    return Math.min(holdEndsAtMs, goesOnUntilMs);
  },
};
