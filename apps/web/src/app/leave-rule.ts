import type { RouteRow } from './routes.ts';

/** Whether the device must be stopped on the way from one page to another (design/pages.md, "Leave guard"). */
export function mustStopOnLeave(from: {
  left: RouteRow | undefined;
  entered: RouteRow | undefined;
  stopOnLeave: boolean;
}): boolean {
  const motion = from.left?.page?.controls;
  return from.stopOnLeave && motion !== undefined && motion !== from.entered?.page?.controls;
}
