import { firstIndexAtOrAfter, gapEndAt } from '@tactus/motion';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useStartInThisTab } from '../../../device/session/use-start-in-this-tab.ts';
import { useSetting, useSettingsStore } from '../../../settings/use-settings.tsx';
import { useClock } from '../../../ui/time-context.tsx';
import type { RecordingSpan } from '../heatmap/heatmap-draw.ts';
import { NO_ADJUSTMENTS, type PointAdjustments } from '../script/adjust-points.ts';
import { type OpenScript, useLoadedScript } from '../script/use-loaded-script.ts';
import { kindOfFile } from '../source/file-kind.ts';
import { loopSpanBetween, repeatLoopSpan } from './ab-loop.ts';
import { type PlayableMedium, seekTo, setVolume, stepPlaybackRate, stepVolume } from './playable-medium.ts';
import { type EntryQueue, type EntrySteps, type PlayerHandle, usePlayerHandle } from './player-handle.ts';
import type { PlayerSession, PlayerSessionState, ScriptTransferMode } from './player-session.ts';
import { type LoopChoice, useLoopChoice } from './use-loop-choice.ts';
import {
  type MediumState,
  useHasBegun,
  useMediumFailed,
  useMediumState,
  usePauseAfterSleep,
  useRetainedVolume,
  useVirtualMedia,
} from './use-medium.ts';
import { type OpenFiles, useOpenFiles } from './use-open-files.ts';
import { type OpenFilms, useOpenFilms } from './use-open-films.ts';
import { usePlayerSession } from './use-player-session.ts';

/** The open files of the page, and the actions on them. */
export interface Player extends PlayerSessionState {
  readonly library: OpenFiles;
  readonly open: OpenScript;
  readonly kind: 'video' | 'audio' | 'script';
  readonly element: PlayableMedium | undefined;
  /** The element of the page that plays the medium. */
  readonly tag: HTMLMediaElement | null;
  /** Receives the element. */
  readonly setTag: (tag: HTMLMediaElement | null) => void;
  /** The medium cannot be played. */
  readonly mediumFailed: boolean;
  readonly shown: MediumState;
  /** The film and script have played since they were opened. */
  readonly hasBegun: boolean;
  readonly session: PlayerSession | undefined;
  readonly transferMode: ScriptTransferMode;
  readonly setTransferMode: (transferMode: ScriptTransferMode) => void;
  readonly shape: PointAdjustments;
  readonly setShape: (shape: PointAdjustments) => void;
  readonly videoGoesOn: boolean;
  readonly setVideoGoesOn: (on: boolean) => void;
  readonly part: LoopChoice;
  /** The repeated part, once both of its ends are chosen. */
  readonly span: RecordingSpan | undefined;
  readonly loop: boolean;
  readonly actions: PlayerActions;
  /** Used by the library to open its entries here. */
  readonly playerHandle: PlayerHandle;
  /** Several open films, and the place of the one that is shown. */
  readonly films: OpenFilms | undefined;
  /** The open films, or the entries of the library, before and after the open one. */
  readonly steps: EntrySteps;
  /** The playing playlist. */
  readonly queue: EntryQueue | undefined;
}

/** The actions of the player's buttons and keys. */
export interface PlayerActions {
  toggle(): void;
  seekToMs(ms: number): void;
  seekByMs(ms: number): void;
  previousAction(): void;
  nextAction(): void;
  /** Seeks to a second before the end of the present gap. */
  skipGap(): void;
  stepRate(by: number): void;
  stepIntensity(by: number): void;
  /** Lowers the intensity to a percentage; does nothing where it is lower already. */
  lowerIntensityTo(percent: number): void;
  /** 0..1; a muted medium is heard again. */
  setVolume(volume: number): void;
  stepVolume(by: number): void;
  toggleMute(): void;
  toggleLoop(): void;
  /** Marks the start, then the end, then clears both. */
  choosePart(): void;
}

const NO_SESSION = createStore<PlayerSessionState>(() => ({
  ...{ sending: false, isStarting: false },
  sync: undefined,
  problem: undefined,
  isStale: false,
}));

/** An action so recently played does not count as the previous one, ms. */
const JUST_PLAYED_MS = 150;
/** A skip ends so long before the end of a gap, ms. */
const BEFORE_GAP_END_MS = 1_000;

/** The player. While `isBlocked`, it has no session on the device and starts nothing. */
export function usePlayer(isBlocked: boolean): Player {
  const time = useClock();
  const settings = useSettingsStore();
  const loop = useSetting(({ localPlayer }) => localPlayer.loop);
  const startHere = useStartInThisTab();
  const library = useOpenFiles();
  const open = useLoadedScript(library.script, library.medium);
  const [tag, setTag] = useState<HTMLMediaElement | null>(null);
  const [transferMode, setTransferMode] = useState<ScriptTransferMode>('stream');
  const [shape, setShape] = useState<PointAdjustments>(NO_ADJUSTMENTS);
  const [videoGoesOn, setVideoGoesOn] = useState(false);
  const [marked, setMarked] = useLoopChoice(library.medium ?? library.script);

  const columns = open.script?.columns;
  const scriptEndMs = columns?.timesMs.at(-1);
  const scriptId = open.script?.hash;
  const virtual = useVirtualMedia(library.medium === undefined ? scriptId : undefined, scriptEndMs);
  const element: PlayableMedium | undefined = library.medium === undefined ? virtual : (tag ?? undefined);
  const shown = useMediumState(element);
  const hasBegun = useHasBegun(shown.paused, scriptId ?? element);
  useRetainedVolume(element);
  usePauseAfterSleep(tag);
  const mediumFailed = useMediumFailed(element);
  const isRemote = open.remoteUrl !== undefined;
  const sentBy = isRemote ? 'upload' : transferMode;
  const { remoteUrl } = open;
  const { loader } = open;
  const session = usePlayerSession({
    element: isBlocked ? undefined : element,
    columns,
    scriptId,
    remoteUrl,
    transferMode: sentBy,
    shape,
    videoGoesOn,
    loader,
  });
  const state = useStore(session?.state ?? NO_SESSION);
  const { playerHandle, showFilm, steps, queue } = usePlayerHandle({
    ...{ library, open, element, session, durationMs: shown.durationMs, isBlocked },
  });
  const several = useOpenFilms({ library, showFilm, startHere, onEnded: playerHandle.onEnded });

  useEffect(() => {
    if (element !== undefined) element.loop = loop && marked === undefined;
  }, [element, loop, marked]);
  useEffect(() => {
    if (element === undefined || marked === undefined || !('endS' in marked)) return;
    return repeatLoopSpan(element, time, marked);
  }, [element, marked, time]);
  const { rate: playbackRate, durationMs } = shown;
  const duration = durationMs > 0 ? durationMs / 1_000 : Infinity;
  const repeated = marked && 'endS' in marked ? loopSpanBetween(marked, { playbackRate, duration }) : undefined;

  const span = repeated && { startMs: repeated.startS * 1_000, endMs: repeated.endS * 1_000 };

  const nowMs = () => (element?.currentTime ?? 0) * 1_000;
  const seekToMs = (ms: number) => element && seekTo(element, ms / 1_000);

  const actions: PlayerActions = {
    toggle() {
      if (element === undefined || ((mediumFailed || isBlocked) && element.paused)) return;
      if (state.isStarting || !element.paused) {
        session?.cancelPlay();
        element.pause();
      } else if (session !== undefined) startHere(() => void session.play());
      else void element.play().catch(() => undefined); // a medium that cannot be played has reported its error
    },
    seekToMs,
    seekByMs: (ms) => seekToMs(nowMs() + ms),
    previousAction() {
      const at = columns?.timesMs[firstIndexAtOrAfter(columns, Math.max(0, nowMs() - JUST_PLAYED_MS)) - 1];
      if (at !== undefined) seekToMs(at);
    },
    nextAction() {
      const at = columns?.timesMs[firstIndexAtOrAfter(columns, nowMs() + 1)];
      if (at !== undefined) seekToMs(at);
    },
    skipGap() {
      const endMs = open.script && gapEndAt(open.script.gaps, nowMs());
      if (endMs !== undefined) seekToMs(Math.max(nowMs(), endMs - BEFORE_GAP_END_MS));
    },
    stepRate(by) {
      if (element !== undefined) element.playbackRate = stepPlaybackRate(element.playbackRate, by);
    },
    stepIntensity: (by) =>
      setShape((now) => ({ ...now, intensityPercent: Math.min(100, Math.max(0, now.intensityPercent + by)) })),
    lowerIntensityTo: (percent) =>
      setShape((now) => (percent < now.intensityPercent ? { ...now, intensityPercent: percent } : now)),
    setVolume: (volume) => element && setVolume(element, volume),
    stepVolume: (by) => element && setVolume(element, stepVolume(element, by)),
    toggleMute() {
      if (element !== undefined) element.muted = !element.muted;
    },
    toggleLoop: () => settings.update({ localPlayer: { ...settings.state.getState().localPlayer, loop: !loop } }),
    choosePart() {
      const nowS = nowMs() / 1_000;
      if (marked === undefined) setMarked({ startS: nowS });
      else if ('endS' in marked) setMarked(undefined);
      else setMarked(nowS > marked.startS + 0.2 ? { ...marked, endS: nowS } : undefined);
    },
  };

  const mediumKind = library.medium && kindOfFile(library.medium);
  return {
    ...state,
    ...{
      library,
      open,
      element,
      tag,
      setTag,
      shown,
      hasBegun,
      mediumFailed,
      session,
      transferMode: sentBy,
      setTransferMode,
      shape,
      setShape,
    },
    ...{ videoGoesOn, setVideoGoesOn, part: repeated ?? marked, span, loop, actions },
    ...{ playerHandle, queue, films: several?.films, steps: several?.steps ?? steps },
    kind: mediumKind === undefined ? 'script' : mediumKind === 'audio' ? 'audio' : 'video',
  };
}
