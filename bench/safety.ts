/** Faults and safety, except the rows of `motion-safety` and `leases`: times over the real cloud, and counts of exceptions. */
import type { Row } from './measure/row.ts';
import { checkRows } from './safety/checks.ts';
import { deadPeersRow } from './safety/dead-peers.ts';
import { guestRows } from './safety/guest-ends.ts';
import { resumeRow } from './safety/resumed-events.ts';
import { stopPressRow } from './safety/stop-press.ts';

/** Makes the runner build the app first where the build is stale. */
export const needsApp = true;
/** Makes the runner find or install Chromium first. */
export const needsBrowser = true;

export async function* rows(): AsyncGenerator<Row> {
  yield await stopPressRow();
  yield* guestRows();
  yield await deadPeersRow();
  yield await resumeRow();
  yield* checkRows();
}
