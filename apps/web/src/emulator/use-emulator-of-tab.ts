import { useState } from 'react';
import { startOwnWorker } from '../device/browser/own-worker.ts';
import type { DeviceCloud } from '../device/linked/followers.ts';
import { useLinkedDevices } from '../device/linked/linked-devices-context.tsx';
import { openStorage } from '../settings/key-value-storage.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import { useSettingsStore } from '../settings/use-settings.tsx';
import { createEmulator, type Emulator, type EmulatorWorker } from './emulator.ts';
import workerUrl from './emulator-worker.ts?worker&url';
import { replaceLinkedEmulatorKey } from './linked-emulator.ts';
import type { EmulatorMessage } from './worker-messages.ts';

/** One emulator per tab; it goes on while pages change. */
let one: Emulator | undefined;

/** The virtual device of this tab, created at the first use. The settings list it under its key. */
export function useEmulatorOfTab(): Emulator {
  const { cloud } = useLinkedDevices();
  const settings = useSettingsStore();
  const [emulator] = useState(() => {
    one ??= build(cloud, settings);
    return one;
  });
  return emulator;
}

function build({ apiBase, fetch }: DeviceCloud, settings: SettingsStore): Emulator {
  const emulator = createEmulator({
    ...{ apiBase, fetch },
    storage: openStorage(() => window.localStorage),
    origin: window.location.origin,
    openWorker,
  });
  // Never undone: it lives as long as the settings.
  replaceLinkedEmulatorKey(emulator, settings);
  return emulator;
}

function openWorker(): EmulatorWorker {
  const worker = startOwnWorker(workerUrl, 'virtual-device');
  return {
    post: (order) => worker.postMessage(order),
    onNews: (listener) =>
      worker.addEventListener('message', ({ data }: MessageEvent<EmulatorMessage>) => listener(data)),
    onFailure: (listener) => worker.addEventListener('error', listener),
  };
}
