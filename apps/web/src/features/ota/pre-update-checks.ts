import { connectionStatus, type DeviceState } from '@tactus/sdk';
import { isInMotion } from '../../device/session/motion.ts';

/** The name of a check before a firmware update. */
export type PreUpdateCheck = 'online' | 'wifi' | 'still' | 'battery';

/** `unknown`: the device has not reported it; that does not block an update. */
export type PreUpdateCheckResult = 'ok' | 'no' | 'unknown';

/** Below this charge, 0..1, a device without its charger is not updated: it could go off half written. */
export const LEAST_BATTERY_TO_UPDATE = 0.3;

type Check = (state: DeviceState) => PreUpdateCheckResult;
const holds = (condition: boolean): PreUpdateCheckResult => (condition ? 'ok' : 'no');

const CHECKS: Readonly<Record<PreUpdateCheck, Check>> = {
  online: (state) => holds(connectionStatus(state) === 'ready'),
  wifi: ({ interfaces }) => holds(interfaces.wifi),
  still: (state) => holds(!isInMotion(state)),
  battery({ battery, capabilities }) {
    if (battery !== undefined)
      return holds(battery.level >= LEAST_BATTERY_TO_UPDATE || battery.charger_connected === true);
    return capabilities?.battery === false ? 'ok' : 'unknown';
  },
};

/** The checks before a firmware update, in the order in which they are shown. */
export const PRE_UPDATE_CHECKS = Object.keys(CHECKS) as readonly PreUpdateCheck[]; // Object.keys forgets the literal keys

/** The result of one check before a firmware update. */
export function resultOfPreUpdateCheck(name: PreUpdateCheck, state: DeviceState): PreUpdateCheckResult {
  return CHECKS[name](state);
}

/** Whether no check blocks a firmware update. */
export function mayUpdateFirmware(state: DeviceState): boolean {
  return PRE_UPDATE_CHECKS.every((name) => resultOfPreUpdateCheck(name, state) !== 'no');
}
