import { anonymousIdOfKey, type DeviceState } from '@tactus/sdk';
import type { AnalyticsEvent } from '../../analytics/events.ts';
import { deviceTypeOfModel } from '../../settings/device-rules.ts';
import type { ProductName } from '../../settings/schema.ts';

/** The parts of the device's state that these rules use. */
export type DeviceAnalyticsFacts = Pick<DeviceState, 'connectionKey' | 'connected' | 'session_id' | 'info'>;

/** The events tracked already, so that none is tracked twice. */
export interface AlreadyTracked {
  /** The key whose device type was set; at the start the stored key, whose device type the person has chosen already. */
  readonly typedKey: string | undefined;
  /** The key of the analytics identity. */
  readonly identifiedKey: string | undefined;
  readonly sessionId: string | undefined;
}

/** The consequences of a change of the device's state. */
export interface DeviceAnalyticsEffects {
  readonly tracked: AlreadyTracked;
  readonly events: readonly AnalyticsEvent[];
  /** The device type to set. */
  readonly device?: ProductName;
}

/**
 * The rules: a connected device of a new key sets the device type and the analytics identity, a
 * disconnect resets the identity, a new session is a session start.
 */
export function deviceAnalyticsEffects(state: DeviceAnalyticsFacts, tracked: AlreadyTracked): DeviceAnalyticsEffects {
  const { connectionKey, connected, info, session_id: sessionId } = state;
  if (!connected || connectionKey === undefined) {
    if (tracked.identifiedKey === undefined) return { tracked, events: [] };
    return { tracked: { ...tracked, identifiedKey: undefined }, events: [{ name: 'reset', properties: {} }] };
  }
  if (info === undefined) return { tracked, events: [] };

  const events: AnalyticsEvent[] = [];
  const hwModelNr = info.hw_model_no ?? 0;
  if (tracked.identifiedKey !== connectionKey) {
    const { fw_version: fwVersion, hw_model_name: hwModelName = '' } = info;
    events.push({ name: 'identity', properties: { id: anonymousIdOfKey(connectionKey) } });
    events.push({ name: 'device_properties', properties: { hwModelNr, hwModelName, fwVersion } });
  }
  if (sessionId !== undefined && tracked.sessionId !== sessionId) {
    events.push({ name: 'sse_session_start', properties: { sessionId, hwModelNr } });
  }
  return {
    tracked: { typedKey: connectionKey, identifiedKey: connectionKey, sessionId: sessionId ?? tracked.sessionId },
    events,
    ...(tracked.typedKey === connectionKey ? {} : { device: deviceTypeOfModel(info.hw_model_no) }),
  };
}
