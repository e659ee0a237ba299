import type { ScriptPoint } from '@tactus/motion';
import type { PointStreamState } from '@tactus/sdk';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useMissingCapabilities } from '../../device/session/capability.ts';
import { useDevice } from '../../device/session/device-context.tsx';
import { useShowStopReason } from '../../device/session/stop-reason.ts';
import { useShowError } from '../../device/session/use-show-error.ts';
import { useStartInThisTab } from '../../device/session/use-start-in-this-tab.ts';
import { createRecordedStream, type RecordedStream } from '../../device/session/vibration-stream.ts';
import { useClock, useHeartbeat } from '../../ui/time-context.tsx';
import { useLatest } from '../../ui/use-latest.ts';
import { type StreamLabSettings, toStreamOptions } from './lab-settings.ts';

/** The stream of the lab, and the actions on it. */
export interface LabStream {
  /** The stream; a new one after a change of its source or its settings. */
  readonly stream: RecordedStream;
  readonly state: PointStreamState;
  /** Whether the stream moves the device, or is about to. */
  readonly active: boolean;
  play(): void;
  pause(): void;
  resume(): void;
  /** Empties the device's buffer as another program might: the stream notices and sends again what is missing. */
  flush(): void;
  stop(): void;
}

const ACTIVE: ReadonlySet<PointStreamState['phase']> = new Set([
  'leading-in',
  'starting',
  'waiting',
  'playing',
  'starving',
]);

/** A drawn curve is sent to the device so long after the hand's last change. */
const SETTLE_MS = 300;

/** The source to play: a curve, whose changes go into the running stream, or a script, which begins another stream. */
export type LabSource = { readonly curve: readonly ScriptPoint[] } | { readonly script: readonly ScriptPoint[] };

/** The points of a source, times rising. */
export const pointsOfLabSource = (source: LabSource) => ('curve' in source ? source.curve : source.script);

/**
 * A stream of points with settings; undefined until it exists. Curve, rate and loop change while it plays; any other change
 * begins another stream and closes the previous one, which stops its motion.
 */
export function usePointStream(source: LabSource, settings: StreamLabSettings): RecordedStream | undefined {
  const device = useDevice();
  const { slider: vibrates } = useMissingCapabilities();
  const time = useClock();
  const heartbeat = useHeartbeat();
  const report = useLatest(useShowError());
  const showReason = useLatest(useShowStopReason());
  const latest = useLatest({ source, settings });
  const { leadS, batch, thresholdPercent, rate, loop } = settings;
  const script = 'script' in source ? source.script : undefined;
  const curve = 'curve' in source ? source.curve : undefined;
  const [stream, setStream] = useState<RecordedStream>();

  useEffect(() => {
    const made = createRecordedStream(device, vibrates, {
      ...{ time, heartbeat },
      onSlept: () => showReason.current('slept'),
      source: { points: script ?? pointsOfLabSource(latest.current.source) },
      ...toStreamOptions({ ...latest.current.settings, leadS, batch, thresholdPercent }),
    });
    setStream(made);
    return () => made.close();
  }, [device, vibrates, time, heartbeat, showReason, script, latest, leadS, batch, thresholdPercent]);

  useEffect(() => {
    if (stream === undefined || curve === undefined) return;
    const take = () => void stream.replaceFrom(0, curve).catch((error: unknown) => report.current(error));
    if (ACTIVE.has(stream.store.getState().phase)) return time.after(SETTLE_MS, take);
    take();
    return;
  }, [stream, curve, time, report]);
  useEffect(() => void stream?.setRate(rate).catch((error: unknown) => report.current(error)), [stream, rate, report]);
  useEffect(() => void stream?.setLoop(loop).catch((error: unknown) => report.current(error)), [stream, loop, report]);
  return stream;
}

/** The state of a stream and the actions on it. */
export function useLabStream(stream: RecordedStream): LabStream {
  const device = useDevice();
  const report = useLatest(useShowError());
  const startHere = useStartInThisTab();
  const state = useStore(stream.store);
  const doing = (work: Promise<unknown>) => void work.catch((error: unknown) => report.current(error));
  return {
    stream,
    state,
    active: ACTIVE.has(state.phase),
    play: () => startHere(() => doing(stream.play({ fromMs: 0 }))),
    pause: () => doing(stream.pause()),
    resume: () => startHere(() => doing(stream.resume())),
    flush: () => doing(device.hsp.flush()),
    stop: () => void stream.stop(),
  };
}
