import { type CallName, type DeviceHandlers, type GroupName, isDeviceCall } from '@tactus/protocol';

/** The groups whose calls the modelled firmware carries out; it refuses every other call with 100017. */
const MOUNTED_GROUPS = ['info', 'hamp', 'hdsp', 'hvp', 'slider', 'hstp'] as const satisfies readonly GroupName[];

/** The firmware's handlers: total for each mounted group, so that a call without one does not compile. */
export type MountedHandlers = DeviceHandlers<(typeof MOUNTED_GROUPS)[number]>;

const mountedGroups: ReadonlySet<string> = new Set(MOUNTED_GROUPS);

/** Whether the modelled firmware carries a call out. */
export const isMountedCall = (name: CallName): boolean =>
  isDeviceCall(name) && mountedGroups.has(name.slice(0, name.indexOf('.')));
