import { syncStepMs } from '@tactus/motion';
import type { Device } from '../device-api.ts';
import type { PointStream, StreamPhase } from '../stream/point-stream-api.ts';
import type { PlaybackStart, SyncPlayback } from './playback.ts';

/**
 * Beyond this deviation a stream seeks, with its ramp; below it, its clock is corrected, ms of the script. Under a limit it seeks beyond the
 * largest correction: a corrected clock moves the slider as fast as it can.
 */
const FAR_MS = 300;

const RUNNING: ReadonlySet<StreamPhase> = new Set(['starting', 'playing', 'starving']);
const STOPPABLE: ReadonlySet<StreamPhase> = new Set([...RUNNING, 'leading-in', 'waiting', 'interrupted']);

/**
 * A recorded stream as a playback: a script that is sent as points, without an upload. The stream moves the slider to
 * its first start, and continues from the slider's position at every other one, so a start takes a round trip more than
 * that of a script in the cloud. `rate` is the rate with which the stream was created; default 1.
 */
export function streamPlayback(
  stream: PointStream,
  device: { readonly clock: Pick<Device['clock'], 'serverNow'>; readonly limits: Pick<Device['limits'], 'current'> },
  { rate: firstRate = 1 }: { readonly rate?: number } = {},
): SyncPlayback {
  let rate = firstRate;
  const isStarting = () => stream.store.getState().phase === 'starting';
  const isRunning = () => RUNNING.has(stream.store.getState().phase);
  const farMs = () => Math.min(FAR_MS, syncStepMs(device.limits.current()));

  async function play({ scriptMs, atServerMs, byMs = 0, rate: wanted }: PlaybackStart): Promise<boolean> {
    const dueMs = (serverMs = device.clock.serverNow()) => Math.max(0, scriptMs + (serverMs - atServerMs) * wanted);
    const didRun = isRunning();
    if (wanted !== rate) {
      rate = wanted;
      await stream.setRate(wanted);
    }
    const seek = () => stream.seek(dueMs(), { runsOn: true });
    // The stream has its position by the estimate of the clock at its start, which may have been a worse one.
    const offMs = Math.max(Math.abs(byMs), Math.abs(dueMs() - stream.positionMs()));
    if (!didRun || offMs > farMs()) await seek();
    if (!didRun) await stream.play();
    const confirm = () => {
      const serverMs = Math.round(device.clock.serverNow());
      return stream.syncTime({ scriptMs: Math.round(dueMs(serverMs)), atServerMs: serverMs, filter: 1 });
    };
    // An earlier pause may have arrived after the later play: the stream cannot know.
    return (await confirm()) || (isRunning() && seek().then(confirm));
  }

  return {
    play,
    // A stream that rests goes on at its place by itself.
    syncTime: async ({ byMs: knownMs, ...sync }) => {
      const dueMs = sync.scriptMs + (device.clock.serverNow() - sync.atServerMs) * rate;
      // Without a limit a correction of an unknown size is the device's affair.
      const byMs = knownMs ?? (farMs() < FAR_MS ? dueMs - stream.positionMs() : 0);
      if (isRunning() && Math.abs(byMs) > farMs()) return play({ ...sync, byMs, rate, loop: false });
      return isStarting() || stream.syncTime(sync);
    },
    isResting: isStarting,
    isOver: () => stream.store.getState().phase === 'ended',
    // A stream that was left paused ends when the slider moves to the start of this one.
    isOurs: ({ stream_id }) => stream_id === stream.store.getState().streamId,
    async stop() {
      if (STOPPABLE.has(stream.store.getState().phase)) await stream.pause();
      return false;
    },
  };
}
