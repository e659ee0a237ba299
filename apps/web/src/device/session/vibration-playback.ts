import type { ScriptColumns } from '@tactus/motion';
import type { Device, PlaybackStart, ScriptMoment, SyncPlayback } from '@tactus/sdk';
import type { Time, Undo } from '@tactus/time';

/** Strengths go out twice a second: more would use up the requests that the cloud grants in a minute. */
const SEND_EVERY_MS = 500;
/** A person feels no difference below so many per cent. */
const SAME_PERCENT = 2;

/** The frequency of a vibration in place of motion, Hz; a device without a choice of frequencies ignores it. */
const VIBRATION_HZ = 100;

/** The calls that drive a vibration. Rejects with `DeviceError`. */
export interface VibrationCalls {
  /** A share 0..1; starts the vibration as well. */
  set(amplitude01: number): Promise<unknown>;
  stop(): Promise<unknown>;
}

/** The vibration of a device, at one frequency. */
export const vibrationCallsOf = (device: Pick<Device, 'hvp'>): VibrationCalls => ({
  set: (amplitude) => device.hvp.setState({ amplitude, frequency: VIBRATION_HZ }),
  stop: () => device.hvp.stop(),
});

/** A vibration that follows a medium; its script contains strengths in per cent, as `toVibration` returns them. */
export interface VibrationScriptPlayback extends SyncPlayback {
  /** Replaces the strengths, from the present moment on. */
  setStrengths(strengths: Promise<ScriptColumns>): void;
  halt(): void;
}

/** Plays a script on a device that vibrates and has no slider: its strength is sent every half second. */
export function createVibrationScriptPlayback(parts: {
  readonly strengths: Promise<ScriptColumns>;
  readonly port: VibrationCalls;
  readonly time: Time;
  /** The cloud's time now, ms since the epoch. */
  readonly serverNow: () => number;
  /** Called with the error of a strength that could not be sent; the next one is sent all the same. */
  readonly onError: (error: unknown) => void;
}): VibrationScriptPlayback {
  const { port, time, serverNow, onError } = parts;
  let coming = parts.strengths;
  let strengths: ScriptColumns | undefined;
  let clock: (ScriptMoment & { readonly rate: number }) | undefined;
  let sentPercent: number | undefined;
  let flying: Promise<unknown> | undefined;
  let cancel: Undo = () => undefined;

  const wantedNow = () => {
    if (!clock || !strengths) return 0;
    const fromMs = clock.scriptMs + (serverNow() - clock.atServerMs) * clock.rate;
    return Math.round(meanBetween(strengths, fromMs, fromMs + SEND_EVERY_MS * clock.rate));
  };

  /** Sends the strength of the next half second; skips it while a request is in flight. */
  async function send(): Promise<void> {
    const percent = wantedNow();
    if (
      flying ||
      (sentPercent !== undefined &&
        (sentPercent === percent || (percent > 0 && Math.abs(sentPercent - percent) < SAME_PERCENT)))
    )
      return;
    sentPercent = percent;
    flying = port.set(percent / 100);
    try {
      await flying;
    } catch (error) {
      sentPercent = undefined;
      throw error;
    } finally {
      flying = undefined;
    }
  }

  async function play({ scriptMs, atServerMs, rate }: PlaybackStart): Promise<boolean> {
    const mine = { scriptMs, atServerMs, rate };
    clock = mine;
    strengths = await coming;
    if (clock !== mine) return clock !== undefined;
    cancel();
    cancel = time.every(SEND_EVERY_MS, () => void send().catch(onError));
    await send();
    return clock !== undefined;
  }

  function halt(): void {
    cancel();
    sentPercent = undefined;
    if (!clock) return;
    clock = undefined;
    // A strength in flight may have started the vibration again.
    flying?.then(() => (clock ? undefined : port.stop())).catch(onError);
  }

  return {
    play,
    halt,
    async syncTime({ scriptMs, atServerMs }) {
      if (clock) clock = { ...clock, scriptMs, atServerMs };
      return clock !== undefined;
    },
    async stop() {
      halt();
      await port.stop();
      return false;
    },
    setStrengths(next) {
      coming = next;
      next.then((columns) => {
        if (coming === next) strengths = columns;
      }, onError);
    },
  };
}

/** The mean of the strengths between two times of the script; 0 outside of it. They are evenly spaced, from 0 on. */
function meanBetween({ timesMs, positions }: ScriptColumns, fromMs: number, toMs: number): number {
  const endMs = timesMs.at(-1) ?? 0;
  const stepMs = (timesMs[1] ?? 0) - (timesMs[0] ?? 0);
  if (stepMs <= 0 || toMs <= 0 || fromMs >= endMs) return 0;
  const first = Math.max(0, Math.floor(fromMs / stepMs));
  const end = Math.min(positions.length, Math.max(first + 1, Math.ceil(toMs / stepMs)));
  let sum = 0;
  for (let step = first; step < end; step++) sum += positions[step] ?? 0;
  return sum / (end - first);
}
