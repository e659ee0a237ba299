import type { Device } from '../device-api.ts';
import type { PointStream, StreamPhase } from '../stream/point-stream-api.ts';
import type { PlaybackStart, SyncPlayback } from './playback.ts';

/** Beyond this deviation a stream seeks, with its ramp; below it, its clock is corrected, ms of the script. */
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
  device: { readonly clock: Pick<Device['clock'], 'serverNow'> },
  { rate: firstRate = 1 }: { readonly rate?: number } = {},
): SyncPlayback {
  let rate = firstRate;
  /** How much later than requested the stream starts, ms: learned from the last start. */
  let lateMs = 0;

  async function play({ scriptMs, atServerMs, rate: wanted }: PlaybackStart): Promise<boolean> {
    const dueMs = (serverMs = device.clock.serverNow()) => Math.max(0, scriptMs + (serverMs - atServerMs) * wanted);
    const offMs = () => dueMs() - stream.positionMs();
    const didRun = RUNNING.has(stream.store.getState().phase);
    if (wanted !== rate) {
      rate = wanted;
      await stream.setRate(wanted);
    }
    if (!didRun) {
      await stream.play({ fromMs: dueMs() + lateMs * wanted });
      if (Math.abs(offMs()) <= FAR_MS) lateMs = Math.max(0, lateMs + offMs() / wanted);
    }
    // The move to the start may have lasted seconds, in which the medium went on.
    if (Math.abs(offMs()) > FAR_MS) await stream.seek(dueMs() + lateMs * wanted);
    const confirm = () => {
      const serverMs = Math.round(device.clock.serverNow());
      return stream.syncTime({ scriptMs: Math.round(dueMs(serverMs)), atServerMs: serverMs, filter: 1 });
    };
    if (await confirm()) return true;
    // An earlier pause may have arrived after the later play: the stream cannot know.
    if (!RUNNING.has(stream.store.getState().phase)) return false;
    await stream.seek(dueMs() + lateMs * wanted);
    return confirm();
  }

  return {
    play,
    syncTime: stream.syncTime,
    isOver: () => stream.store.getState().phase === 'ended',
    // A stream that was left paused ends when the slider moves to the start of this one.
    isOurs: ({ stream_id }) => stream_id === stream.store.getState().streamId,
    async stop() {
      if (STOPPABLE.has(stream.store.getState().phase)) await stream.pause();
      return false;
    },
  };
}
