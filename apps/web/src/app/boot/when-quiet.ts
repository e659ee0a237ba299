import type { Device } from '@tactus/sdk';

/**
 * Resolves once the first page is shown, its device is connected or known to be slow, and the browser is idle. On a slow line
 * everything else would delay these: of six connections, every file in transit takes one.
 */
export async function whenQuiet(from: {
  readonly shown: Promise<void>;
  readonly device: Pick<Device, 'store'>;
  readonly whenIdle: (run: () => void) => void;
}): Promise<void> {
  const { shown, device, whenIdle } = from;
  await shown;
  await new Promise<void>((resolve) => {
    const check = () => {
      const { connecting, connectingTimeout } = device.store.getState();
      if (connecting && !connectingTimeout) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = device.store.subscribe(check);
    check();
  });
  await new Promise<void>(whenIdle);
}
