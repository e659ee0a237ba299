import type { GroupView } from '@tactus/protocol';
import type { SharedTimeline } from '@tactus/sdk';

/** The timeline of a room as the SDK follows it. */
export const toSharedTimeline = ({ playing, position_ms, at, rate }: GroupView['timeline']): SharedTimeline => ({
  ...{ playing, positionMs: position_ms, atMs: at, rate },
});

/** The time of a timeline at an instant of home's clock, within the script, ms. */
export function timelineTimeAt(timeline: GroupView['timeline'], lengthMs: number, nowMs: number): number {
  const { playing, positionMs, atMs, rate } = toSharedTimeline(timeline);
  const goneMs = playing && nowMs > atMs ? (nowMs - atMs) * rate : 0;
  return Math.min(positionMs + goneMs, lengthMs);
}
