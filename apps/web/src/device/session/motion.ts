import { DeviceMode, HdspState } from '@tactus/protocol';
import { type DeviceState, isModeMoving } from '@tactus/sdk';
import type { MessageKey } from '../../i18n/catalogs.ts';

/** Whether something on the device moves or vibrates, as last reported: a lost device may still move. */
export function isInMotion(state: DeviceState): boolean {
  return isModeMoving(state) || state.hdsp.state === HdspState.MOVING;
}

/** Whether the device can take commands. */
export const hasConnectionKey = ({ connectionKey }: DeviceState): boolean => connectionKey !== undefined;

/** Whether a stop was requested and is not confirmed yet. */
export const isStopping = ({ stopPhase }: DeviceState): boolean => stopPhase === 'stopping';

/** The modes by their names for people. */
const MODE_NAMES: Readonly<Record<DeviceMode, MessageKey>> = {
  [DeviceMode.HAMP]: 'mode.hamp',
  [DeviceMode.HSSP]: 'mode.hssp',
  [DeviceMode.HDSP]: 'mode.hdsp',
  [DeviceMode.MAINTENANCE]: 'mode.maintenance',
  [DeviceMode.HSP]: 'mode.hsp',
  [DeviceMode.OTA]: 'mode.ota',
  [DeviceMode.BUTTON]: 'mode.button',
  [DeviceMode.IDLE]: 'mode.idle',
  [DeviceMode.VIBRATE]: 'mode.vibrate',
  [DeviceMode.HRPP]: 'mode.hrpp',
  [DeviceMode.DISABLED]: 'mode.disabled',
};

/** The name of a mode; undefined while it is not known. */
export function modeName(mode: DeviceMode | undefined): MessageKey | undefined {
  return mode === undefined ? undefined : MODE_NAMES[mode];
}
