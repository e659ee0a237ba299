import { anonymousId, type DeviceState } from '@tactus/sdk';
import type { AnalyticsEvent } from '../../analytics/events.ts';
import { deviceOfModel } from '../../settings/device-rules.ts';
import type { DeviceName } from '../../settings/schema.ts';

/** What of the device's state these rules go by. */
export type MomentFacts = Pick<DeviceState, 'connectionKey' | 'connected' | 'session_id' | 'info'>;

/** What has been told already, so that nothing is told twice. */
export interface Told {
  /** The key whose device type was set; the stored key at the start, for whose device the person has chosen already. */
  readonly typedKey: string | undefined;
  /** The key of the analytics identity. */
  readonly identifiedKey: string | undefined;
  readonly sessionId: string | undefined;
}

/** What follows from a change of the device's state. */
export interface Moment {
  readonly told: Told;
  readonly events: readonly AnalyticsEvent[];
  /** The device type to set. */
  readonly device?: DeviceName;
}

/**
 * The rules of product.md section 4: a connected device of a new key sets the device type and the analytics identity, a
 * disconnect resets the identity, a new session is a session start.
 */
export function momentOf(state: MomentFacts, told: Told): Moment {
  const { connectionKey, connected, info, session_id: sessionId } = state;
  if (!connected || connectionKey === undefined) {
    if (told.identifiedKey === undefined) return { told, events: [] };
    return { told: { ...told, identifiedKey: undefined }, events: [{ name: 'reset', properties: {} }] };
  }
  if (info === undefined) return { told, events: [] };

  const events: AnalyticsEvent[] = [];
  const hwModelNr = info.hw_model_no ?? 0;
  if (told.identifiedKey !== connectionKey) {
    const { fw_version: fwVersion, hw_model_name: hwModelName = '' } = info;
    events.push({ name: 'identity', properties: { id: anonymousId(connectionKey) } });
    events.push({ name: 'device_properties', properties: { hwModelNr, hwModelName, fwVersion } });
  }
  if (sessionId !== undefined && told.sessionId !== sessionId) {
    events.push({ name: 'sse_session_start', properties: { sessionId, hwModelNr } });
  }
  return {
    told: { typedKey: connectionKey, identifiedKey: connectionKey, sessionId: sessionId ?? told.sessionId },
    events,
    ...(told.typedKey === connectionKey ? {} : { device: deviceOfModel(info.hw_model_no) }),
  };
}
