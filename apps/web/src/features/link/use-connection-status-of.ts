import type { DeviceInfo } from '@tactus/protocol';
import { type ConnectionStatus, createClient, type DeviceError, toDeviceError } from '@tactus/sdk';
import type { Undo } from '@tactus/time';
import { useEffect, useState } from 'react';
import { useFollowersState, useLinkedDevices } from '../../device/linked/linked-devices-context.tsx';
import { type ShownConnectionStatus, useConnectionStatus } from '../../device/session/device-context.tsx';
import { withChangedDevice } from '../../settings/saved-device.ts';
import { useSetting, useSettingsStore } from '../../settings/use-settings.tsx';
import { useClock } from '../../ui/time-context.tsx';

/** How often a device is polled that this app is not connected with: more often while it is offline. */
const POLL_EVERY_MS = 10_000;
const SEARCH_EVERY_MS = 3_000;

/** The connection status of a linked device. One that is neither in use nor following is polled. */
export function useConnectionStatusOf(connectionKey: string): ShownConnectionStatus {
  const inUse = useSetting((settings) => settings.connectionKey === connectionKey);
  const own = useConnectionStatus();
  const following = useFollowersState(
    ({ members }) => members.find((member) => member.connectionKey === connectionKey)?.word,
  );
  const polled = usePolledStatus(connectionKey, !inUse && following === undefined);
  return inUse ? own : (following ?? polled);
}

const REFUSALS: readonly (number | undefined)[] = [400, 401, 403];

/** The status of a device after a poll that failed. */
function statusAfterFailure({ code, http }: DeviceError): ConnectionStatus {
  if (code === 'rate-limited') return 'waiting';
  return REFUSALS.includes(http?.status) ? 'refused' : 'offline';
}

function usePolledStatus(connectionKey: string, on: boolean): ConnectionStatus {
  const { cloud } = useLinkedDevices();
  const settings = useSettingsStore();
  const time = useClock();
  const [status, setStatus] = useState<ConnectionStatus>('connecting');

  useEffect(() => {
    if (!on) return;
    const leave = new AbortController();
    const { apiBase: baseUrl, apiKey, fetch } = cloud;
    const client = createClient({ baseUrl, apiKey, fetch, time, connectionKey });

    let stopTimer: Undo = () => undefined;

    async function poll(): Promise<boolean> {
      if (document.visibilityState !== 'visible') return false;
      const { connected, known } = await client.info.connected({}, leave);
      setStatus(connected ? 'ready' : known === false ? 'unknown' : 'offline');
      if (!connected) return false;
      learn(await client.info.info({}, leave));
      return true;
    }

    function learn({ hw_model_no: modelNo, fw_version: firmware }: DeviceInfo): void {
      const { linkedDevices } = settings.state.getState();
      const known = linkedDevices.find((one) => one.connectionKey === connectionKey);
      if (!known || (known.modelNo === modelNo && known.firmware === firmware)) return;
      settings.update({ linkedDevices: withChangedDevice(linkedDevices, connectionKey, { modelNo, firmware }) });
    }

    async function pollAgain(): Promise<void> {
      const isThere = await poll().catch((error: unknown) => {
        if (!leave.signal.aborted) setStatus(statusAfterFailure(toDeviceError(error)));
        return false;
      });
      if (!leave.signal.aborted)
        stopTimer = time.after(isThere ? POLL_EVERY_MS : SEARCH_EVERY_MS, () => void pollAgain());
    }

    void pollAgain();
    return () => {
      leave.abort();
      stopTimer();
    };
  }, [on, cloud, settings, time, connectionKey]);

  return status;
}
