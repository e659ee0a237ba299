import type { StartableMotion } from './routes/pages.ts';
import type { RouteRow } from './routes/routes.ts';

/**
 * Whether the device must be stopped on the way from one page to another: where the next page could not control the
 * motion that this page may have started.
 */
export function mustStopOnLeave(from: {
  left: RouteRow | undefined;
  entered: RouteRow | undefined;
  stopOnLeave: boolean;
}): boolean {
  if (!from.stopOnLeave) return false;
  const next = motionsOf(from.entered);
  return motionsOf(from.left).some((motion) => !next.includes(motion));
}

/** Whether a page that is left ends what it plays, whatever the settings say. */
export function endsPlaybackOnLeave(left: RouteRow | undefined, entered: RouteRow | undefined): boolean {
  return left !== entered && left?.page.endsOnLeave === true;
}

function motionsOf(row: RouteRow | undefined): readonly StartableMotion[] {
  const controls = row?.page.controls ?? [];
  return typeof controls === 'string' ? [controls] : controls;
}
