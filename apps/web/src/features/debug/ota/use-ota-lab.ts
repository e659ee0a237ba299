import { createLeanDevice } from '@tactus/sdk';
import { useEffect, useState } from 'react';
import { useLinkedDevices } from '../../../device/linked/linked-devices-context.tsx';
import type { Emulator } from '../../../emulator/emulator.ts';
import { useEmulatorOfTab } from '../../../emulator/use-emulator-of-tab.ts';
import { useClock, useRandom } from '../../../ui/time-context.tsx';
import type { OtaLabParts } from './ota-outcomes.ts';

/**
 * The virtual device of this tab beside a device of the SDK that reaches it through the cloud: one of the lab's own, so that
 * the device in use is left alone, and so that the cloud's list of versions can be made empty on its way.
 */
export function useOtaLab(): OtaLabParts & { readonly emulator: Emulator } {
  const { cloud } = useLinkedDevices();
  const time = useClock();
  const random = useRandom();
  const emulator = useEmulatorOfTab();
  const [lab] = useState(() => {
    let noVersions = false;
    const { apiBase, apiKey, features } = cloud;
    const device = createLeanDevice({
      ...{ apiBase, apiKey, features, time, random },
      fetch: (url, init) =>
        noVersions && url.includes('/ota/versions')
          ? Promise.resolve(Response.json({ result: [] }))
          : cloud.fetch(url, init),
    });
    const setNoVersions = (none: boolean) => {
      noVersions = none;
    };
    return { device, emulator, setNoVersions, time };
  });
  useEffect(
    () => () => {
      lab.device.disconnect();
      // The next user finds the device in its initial state.
      lab.emulator.chooseFirmware(undefined);
    },
    [lab],
  );
  return lab;
}
