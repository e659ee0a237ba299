import { type Device, DeviceError } from '@tactus/sdk';
import type { Time } from '@tactus/time';

/** The target of a ping: the cloud alone, or the device behind it. */
export type PingTarget = 'cloud' | 'device';

/** Sends `count` pings, one after another, at most every `everyMs`; reports each round trip, ms, or a missing answer. */
export async function sendPings(options: {
  device: Device;
  time: Time;
  target: PingTarget;
  count: number;
  everyMs: number;
  signal: AbortSignal;
  onPing: (ms: number | undefined) => void;
}): Promise<void> {
  const { device, time, target, count, everyMs, signal, onPing } = options;
  for (let sent = 0; sent < count && !signal.aborted; sent += 1) {
    const startMs = time.monotonic();
    const isAnswered = await (target === 'cloud' ? device.call('utils.servertime') : device.call('info.mode')).then(
      () => true,
      (error: unknown) => {
        if (error instanceof DeviceError) return false;
        throw error;
      },
    );
    if (signal.aborted) return;
    const tookMs = time.monotonic() - startMs;
    onPing(isAnswered ? tookMs : undefined);
    if (sent < count - 1) await time.sleep(Math.max(0, everyMs - tookMs), signal).catch(() => undefined);
  }
}
