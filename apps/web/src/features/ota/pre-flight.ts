import { connectionStatus, type DeviceState } from '@tactus/sdk';
import { isInMotion } from '../../device/session/motion.ts';

/** The checks before an update. */
export type CheckName = 'online' | 'wifi' | 'still' | 'battery';

/** `unknown`: the device has not reported it; that does not block an update. */
export type CheckResult = 'ok' | 'no' | 'unknown';

/** Below this charge, 0..1, a device without its charger is not updated: it could go off half written. */
export const LEAST_BATTERY = 0.3;

type Check = (state: DeviceState) => CheckResult;
const holds = (condition: boolean): CheckResult => (condition ? 'ok' : 'no');

const CHECKS: Readonly<Record<CheckName, Check>> = {
  online: (state) => holds(connectionStatus(state) === 'ready'),
  wifi: ({ interfaces }) => holds(interfaces.wifi),
  still: (state) => holds(!isInMotion(state)),
  battery({ battery, capabilities }) {
    if (battery !== undefined) return holds(battery.level >= LEAST_BATTERY || battery.charger_connected === true);
    return capabilities?.battery === false ? 'ok' : 'unknown';
  },
};

/** The checks in the order in which they are shown. */
export const CHECK_NAMES = Object.keys(CHECKS) as readonly CheckName[]; // Object.keys forgets the literal keys

/** The result of one check. */
export function checkResult(name: CheckName, state: DeviceState): CheckResult {
  return CHECKS[name](state);
}

/** Whether no check blocks an update. */
export function mayUpdate(state: DeviceState): boolean {
  return CHECK_NAMES.every((name) => checkResult(name, state) !== 'no');
}
