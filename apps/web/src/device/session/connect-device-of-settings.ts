import type { Device } from '@tactus/sdk';
import type { Analytics } from '../../analytics/events.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import { type AlreadyTracked, deviceAnalyticsEffects } from './device-analytics.ts';
import { isInMotion } from './motion.ts';

/**
 * Follows device and settings: connects to the key of the settings, sets the device type of the connected
 * device, raises the analytics events of the connection. Returns its own undo.
 */
export function connectDeviceOfSettings(from: {
  device: Device;
  settings: SettingsStore;
  analytics: Analytics;
  /** Called when a device that may move is stopped because another one replaces it. */
  onLetGo: () => void;
  onError: (error: unknown) => void;
}): () => void {
  const { device, settings, analytics, onLetGo, onError } = from;
  const { connectionKey } = settings.state.getState();
  let tracked: AlreadyTracked = {
    typedKey: connectionKey === '' ? undefined : connectionKey,
    identifiedKey: undefined,
    sessionId: undefined,
  };

  let latest = 0;

  /** A device is stopped before it is released: afterwards this app could not stop it. */
  async function connect(key: string) {
    const run = ++latest;
    if (isInMotion(device.store.getState()) || device.isStarting()) {
      onLetGo();
      await device.stop();
    }
    if (run !== latest) return;
    if (key === '') device.disconnect();
    else await device.connect(key);
  }

  const undo = [
    device.store.subscribe((state) => {
      const next = deviceAnalyticsEffects(state, tracked);
      tracked = next.tracked;
      if (next.device !== undefined) settings.chooseDevice(next.device);
      // The union pairs name and properties; `track` takes them apart again.
      for (const event of next.events)
        (analytics.track as (name: string, properties: object) => void)(event.name, event.properties);
    }),
    device.on('client_timing_changed', ({ rtd }) => analytics.track('timing_changed_client', { rtdClient: rtd })),
    device.on('device_timing_changed', ({ rtd }) => analytics.track('timing_changed_device', { rtdDevice: rtd })),
    device.on('update_started', (update) => analytics.track('ota_started', update)),
    device.on('update_finished', ({ timeUsedMs, ...update }) =>
      analytics.track('ota_finished', { ...update, timeUsed: timeUsedMs }),
    ),
    settings.state.subscribe((now, before) => {
      if (now.connectionKey !== before.connectionKey) connect(now.connectionKey).catch(onError);
    }),
  ];
  if (connectionKey !== '') connect(connectionKey).catch(onError);
  return () => {
    for (const off of undo) off();
  };
}
