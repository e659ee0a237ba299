import type { DeviceInfo } from '@tactus/protocol';
import { type ConnectionWord, createClient, type DeviceError, toDeviceError } from '@tactus/sdk';
import type { Undo } from '@tactus/time';
import { useEffect, useState } from 'react';
import { useFollowers, useLinkedDevices } from '../../device/linked/linked-devices-context.tsx';
import { type ShownWord, useConnectionWord } from '../../device/session/device-context.tsx';
import { withSavedDevice } from '../../settings/saved-device.ts';
import { useSetting, useSettingsStore } from '../../settings/use-settings.tsx';
import { useTime } from '../../ui/time-context.tsx';

/** How often a device is asked for that nobody here is connected with: more often while it is not there. */
const POLL_EVERY_MS = 10_000;
const SEARCH_EVERY_MS = 3_000;

/** How a linked device is. One that is neither in use nor following is asked from time to time. */
export function useWordOf(connectionKey: string): ShownWord {
  const inUse = useSetting((settings) => settings.connectionKey === connectionKey);
  const own = useConnectionWord();
  const following = useFollowers(
    ({ members }) => members.find((member) => member.connectionKey === connectionKey)?.word,
  );
  const polled = usePolledWord(connectionKey, !inUse && following === undefined);
  return inUse ? own : (following ?? polled);
}

const REFUSALS: readonly (number | undefined)[] = [400, 401, 403];

/** What a look that failed says of the device. */
function wordOf({ code, http }: DeviceError): ConnectionWord {
  if (code === 'rate-limited') return 'waiting';
  return REFUSALS.includes(http?.status) ? 'refused' : 'offline';
}

function usePolledWord(connectionKey: string, on: boolean): ConnectionWord {
  const { cloud } = useLinkedDevices();
  const settings = useSettingsStore();
  const time = useTime();
  const [word, setWord] = useState<ConnectionWord>('connecting');

  useEffect(() => {
    if (!on) return;
    const leave = new AbortController();
    const { apiBase: baseUrl, apiKey, fetch } = cloud;
    const client = createClient({ baseUrl, apiKey, fetch, time, connectionKey });

    let stopTimer: Undo = () => undefined;

    async function poll(): Promise<boolean> {
      if (document.visibilityState !== 'visible') return false;
      const { connected, known } = await client.info.connected({}, leave);
      setWord(connected ? 'ready' : known === false ? 'unknown' : 'offline');
      if (!connected) return false;
      learn(await client.info.info({}, leave));
      return true;
    }

    function learn({ hw_model_no: modelNo, fw_version: firmware }: DeviceInfo): void {
      const { linkedDevices } = settings.state.getState();
      const known = linkedDevices.find((one) => one.connectionKey === connectionKey);
      if (!known || (known.modelNo === modelNo && known.firmware === firmware)) return;
      settings.update({ linkedDevices: withSavedDevice(linkedDevices, connectionKey, { modelNo, firmware }) });
    }

    async function pollAgain(): Promise<void> {
      const isThere = await poll().catch((error: unknown) => {
        if (!leave.signal.aborted) setWord(wordOf(toDeviceError(error)));
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

  return word;
}
