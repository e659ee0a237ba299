import { useEffect, useRef, useState } from 'react';
import { useShowStopReason } from '../../../device/session/stop-reason.ts';
import { releaseMedium } from '../../../ui/release-medium.ts';
import { useClock, useHeartbeat } from '../../../ui/time-context.tsx';
import { useLatest } from '../../../ui/use-latest.ts';
import type { PlayerSource } from '../source/source.ts';
import { pauseAfterSleep } from './pause-after-sleep.ts';
import { listenToEvents, MEDIUM_CHANGE_EVENTS, type PlayableMedium } from './playable-medium.ts';
import { decodeSubtitles, SUBTITLES_MAX_BYTES, toWebVtt } from './subtitles.ts';
import { createVirtualMedia } from './virtual-media.ts';

/** The URL by which an element of the page plays a source. Who removes the element calls `releaseMedium`. */
export function useMediaUrl(source: PlayerSource | undefined): string | undefined {
  const [made, setMade] = useState<string>();
  const file = source?.file;
  useEffect(() => {
    if (file === undefined) return;
    setMade(URL.createObjectURL(file));
    return () => setMade(undefined);
  }, [file]);
  return file === undefined ? source?.url : made;
}

/** The address of subtitles in a form that browsers accept. A file that cannot be read, or is too large, goes to `onUnreadable`. */
export function useSubtitlesUrl(
  source: PlayerSource | undefined,
  onUnreadable: (file: File) => void,
): string | undefined {
  const report = useLatest(onUnreadable);
  const [made, setMade] = useState<string>();
  const file = source?.file;
  useEffect(() => {
    if (file === undefined) return;
    if (file.size > SUBTITLES_MAX_BYTES) {
      report.current(file);
      return;
    }
    let isOver = false;
    file.arrayBuffer().then(
      (bytes) => {
        if (isOver) return;
        const text = toWebVtt(decodeSubtitles(new Uint8Array(bytes)));
        setMade(URL.createObjectURL(new Blob([text], { type: 'text/vtt' })));
      },
      () => {
        if (!isOver) report.current(file);
      },
    );
    return () => {
      isOver = true;
      setMade(undefined);
    };
  }, [file, report]);
  // Once the page no longer has the track with it.
  useEffect(() => (made === undefined ? undefined : () => URL.revokeObjectURL(made)), [made]);
  return file === undefined ? undefined : made;
}

/** The clock of a script that plays alone, a new one for each; undefined with a medium, or without anything to play. */
export function useVirtualMedia(
  scriptId: string | undefined,
  durationMs: number | undefined,
): PlayableMedium | undefined {
  const time = useClock();
  const heartbeat = useHeartbeat();
  const showReason = useLatest(useShowStopReason());
  const [made, setMade] = useState<PlayableMedium>();
  useEffect(() => {
    if (scriptId === undefined || durationMs === undefined) return;
    const media = createVirtualMedia(time, durationMs / 1_000, {
      heartbeat,
      onSlept: () => showReason.current('slept'),
    });
    setMade(media);
    return () => {
      media.close();
      setMade(undefined);
    };
  }, [time, heartbeat, showReason, scriptId, durationMs]);
  return scriptId === undefined || durationMs === undefined ? undefined : made;
}

/** The state of a medium that the bar shows. */
export interface MediumState {
  readonly paused: boolean;
  /** It waits for data, or seeks. */
  readonly held: boolean;
  readonly rate: number;
  readonly volume: number;
  readonly muted: boolean;
  /** 0 where unknown. */
  readonly durationMs: number;
}

const NOTHING: MediumState = { paused: true, held: false, rate: 1, volume: 1, muted: false, durationMs: 0 };

/** The state of a medium that the bar shows; rendered again with every change. */
export function useMediumState(element: PlayableMedium | undefined): MediumState {
  const [shown, setShown] = useState(NOTHING);
  useEffect(() => {
    if (element === undefined) return;
    const read = () => setShown(shownOf(element));
    read();
    return listenToEvents(element, MEDIUM_CHANGE_EVENTS, read);
  }, [element]);
  return element === undefined ? NOTHING : shown;
}

/** Whether what is open has played since it was opened; `opened` is another one for another film or script. */
export function useHasBegun(paused: boolean, opened: unknown): boolean {
  const [played, setPlayed] = useState<unknown>();
  if (!paused && played !== opened) setPlayed(opened);
  return played === opened && opened !== undefined;
}

/** An element without pictures reports no buffered data while paused: only a playing one can be waiting. */
function shownOf({ paused, seeking, readyState, playbackRate, volume, muted, duration }: PlayableMedium): MediumState {
  return {
    ...{ paused, volume, muted, rate: playbackRate },
    held: !paused && (seeking || readyState < 3),
    durationMs: Number.isFinite(duration) ? duration * 1_000 : 0,
  };
}

/** Gives every newly opened medium the volume of the one before it. */
export function useRetainedVolume(element: PlayableMedium | undefined): void {
  const retained = useRef({ volume: 1, muted: false });
  useEffect(() => {
    if (element === undefined) return;
    Object.assign(element, retained.current);
    return listenToEvents(element, ['volumechange'], () => {
      retained.current = { volume: element.volume, muted: element.muted };
    });
  }, [element]);
}

/** Lets a medium go once another one, or none, is open. Call it after everything that reads the time of the one before. */
export function useReleasedMedium(tag: HTMLMediaElement | null): void {
  useEffect(() => (tag === null ? undefined : () => releaseMedium(tag)), [tag]);
}

/** Pauses the medium of an element of the page after a sleep of the machine. */
export function usePauseAfterSleep(tag: HTMLMediaElement | null): void {
  const time = useClock();
  const heartbeat = useHeartbeat();
  const showReason = useLatest(useShowStopReason());
  useEffect(() => {
    if (tag === null) return;
    return pauseAfterSleep(tag, { time, heartbeat, onSlept: () => showReason.current('slept') });
  }, [tag, time, heartbeat, showReason]);
}

/** Whether a medium cannot be fetched or decoded. */
export function useMediumFailed(element: PlayableMedium | undefined): boolean {
  const [failed, setFailed] = useState<PlayableMedium>();
  useEffect(() => {
    if (element === undefined) return;
    return listenToEvents(element, ['error'], () => setFailed(element));
  }, [element]);
  return element !== undefined && failed === element;
}
