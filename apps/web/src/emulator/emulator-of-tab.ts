import { startOwnWorker } from '../device/own-worker.ts';
import { openStorage } from '../settings/key-value-storage.ts';
import { createEmulator, type Emulator, type EmulatorWorker } from './emulator.ts';
import workerUrl from './emulator-worker.ts?worker&url';
import type { EmulatorNews } from './messages.ts';

/** There is one a tab, and it goes on while pages come and go. */
let one: Emulator | undefined;

/** The virtual device of this tab; built when it is asked for first. */
export function emulatorOfTab(from: {
  apiBase: string;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
}): Emulator {
  one ??= createEmulator({
    ...from,
    storage: openStorage(() => window.localStorage),
    origin: window.location.origin,
    openWorker,
  });
  return one;
}

function openWorker(): EmulatorWorker {
  const worker = startOwnWorker(workerUrl, 'virtual-device');
  return {
    post: (order) => worker.postMessage(order),
    onNews: (listener) => worker.addEventListener('message', ({ data }: MessageEvent<EmulatorNews>) => listener(data)),
  };
}
