import { type DeviceState, isStopBegun } from '@tactus/sdk';
import type { Undo } from '@tactus/time';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useDevice } from '../../../device/session/device-context.tsx';
import { useLatest } from '../../../ui/use-latest.ts';
import type { LoadedScript } from '../script/script-loader.ts';
import type { OpenScript } from '../script/use-loaded-script.ts';
import type { PlayerSource } from '../source/source.ts';
import { listenToEvents, type PlayableMedium } from './playable-medium.ts';
import type { PlayerSession } from './player-session.ts';
import { useMayNextPlay } from './use-may-next-play.ts';
import type { OpenFiles } from './use-open-files.ts';

/** The files of one entry, opened at once. */
export interface PlayerEntry {
  readonly medium?: PlayerSource | undefined;
  /** The one to play first. */
  readonly scripts: readonly PlayerSource[];
  readonly subtitles?: PlayerSource | undefined;
  /** Axes of its other files, which the device does not play. */
  readonly otherAxes?: readonly string[] | undefined;
}

/** Opens the entry before or after the open one; missing where there is none. With `plays` it starts as soon as it can. */
export interface EntrySteps {
  readonly previous?: ((plays: boolean) => void) | undefined;
  readonly next?: ((plays: boolean) => void) | undefined;
}

/** A playing playlist, as the panel of what comes next shows it. */
export interface EntryQueue {
  readonly name: string;
  /** In the order in which they are played this time. */
  readonly entries: readonly { readonly id: string; readonly title: string }[];
  /** The place of the open entry. */
  readonly at: number;
  readonly repeat: 'off' | 'all' | 'one';
  readonly shuffle: boolean;
  /** Opens the entry at a place, and plays it. */
  jump(at: number): void;
  setRepeat(repeat: EntryQueue['repeat']): void;
  setShuffle(shuffle: boolean): void;
}

/** How the library opens entries in the player, and is notified when they end. */
export interface PlayerHandle {
  /** Opens an entry and closes the present one. With `plays` it starts as soon as it can. */
  open(entry: PlayerEntry, how?: { readonly plays: boolean }): void;
  /** Scrolls to the player, for a person who opened an entry from further down. */
  show(): void;
  /** The open sources. */
  readonly current: {
    readonly medium: PlayerSource | undefined;
    readonly scripts: readonly PlayerSource[];
    readonly subtitles: PlayerSource | undefined;
    readonly otherAxes: readonly string[];
    /** Everything that is open, also the files of other films than the one shown. */
    readonly sources: readonly PlayerSource[];
    /** The script that belongs to the shown film, or that plays alone. */
    readonly chosenScript: PlayerSource | undefined;
    /** The playing medium, or the script that plays alone. */
    readonly played: PlayerSource | undefined;
    readonly script: LoadedScript | undefined;
    /** 0 where unknown. */
    readonly durationMs: number;
  };
  /**
   * Calls `run` when the open entry came to its end by itself, which it does not while it repeats. `mayPlay`: the next
   * entry may play by itself, which it may not after a Stop.
   */
  onEnded(run: (mayPlay: boolean) => void): Undo;
  /** Calls `run` whenever the open entry begins to play, or goes on. */
  onPlaying(run: () => void): Undo;
  /** Sets the entries before and after the open one, for the player's buttons and the media keys. */
  offerSteps(steps: EntrySteps): Undo;
  /** Shows a playing playlist. */
  offerQueue(queue: EntryQueue): Undo;
}

const NO_STEPS: EntrySteps = {};

/** An entry to play once it is open, and the state when it was requested. */
interface PendingPlay {
  readonly entry: PlayerEntry;
  readonly before: {
    readonly medium: PlayerSource | undefined;
    readonly element: PlayableMedium | undefined;
    readonly session: PlayerSession | undefined;
    readonly device: DeviceState;
  };
}

/** Whether a person has pressed Stop since: closing the previous entry may have stopped the device by itself. */
function isStoppedSince({ session, device }: PendingPlay['before'], now: DeviceState): boolean {
  const closing = session?.closing();
  if (closing === undefined) return isStopBegun(now, device);
  return isStopBegun(closing.before, device) || isStopBegun(now, closing.after);
}

/** The handle of this page's player. */
export function usePlayerHandle(player: {
  library: OpenFiles;
  open: OpenScript;
  element: PlayableMedium | undefined;
  session: PlayerSession | undefined;
  durationMs: number;
  /** Nothing may start. */
  isBlocked: boolean;
}): {
  playerHandle: PlayerHandle;
  /** Shows one of several open films with its own scripts. With `plays` it starts as soon as it can. */
  showFilm: (film: PlayerSource, how: { readonly plays: boolean }) => void;
  steps: EntrySteps;
  queue: EntryQueue | undefined;
} {
  const { library, open, element, session, durationMs, isBlocked } = player;
  const device = useDevice();
  const [pending, setPending] = useState<PendingPlay>();
  const latest = useLatest({ library, element, session });
  const listeners = useState(() => new Set<(mayPlay: boolean) => void>())[0];
  const playListeners = useState(() => new Set<() => void>())[0];
  const mayNextPlay = useMayNextPlay(element, session);
  const [steps, setSteps] = useState(NO_STEPS);
  const [queue, setQueue] = useState<EntryQueue>();

  useEffect(() => {
    if (element === undefined) return;
    return listenToEvents(element, ['playing'], () => {
      for (const run of [...playListeners]) run();
    });
  }, [element, playListeners]);

  useEffect(() => {
    if (pending === undefined) return;
    if (isBlocked) {
      setPending(undefined);
      return;
    }
    const { entry, before } = pending;
    if (library.medium !== entry.medium || open.loading !== undefined) return;
    // If its script fails, a medium plays alone, not with the script that stayed open; a script alone cannot play then.
    const isLacking = open.failure !== undefined && (entry.medium === undefined || open.script !== undefined);
    if (isLacking) setPending(undefined);
    if (isLacking || element === undefined) return;
    if (entry.medium !== before.medium && element === before.element) return;
    const needsSession = entry.scripts.length > 0 && open.failure === undefined;
    if (needsSession && !(session?.isOpen() && session.element === element)) return;
    setPending(undefined);
    // A Stop also cancels a start that was to follow by itself.
    if (isStoppedSince(before, device.store.getState())) return;
    // An unplayable medium has reported its error.
    if (needsSession) void session?.play();
    else void element.play().catch(() => undefined);
  }, [pending, element, session, library.medium, open.loading, open.failure, open.script, device, isBlocked]);

  useEffect(() => {
    if (element === undefined) return;
    return listenToEvents(element, ['ended'], () => {
      const mayPlay = mayNextPlay();
      for (const run of [...listeners]) run(mayPlay);
    });
  }, [element, listeners, mayNextPlay]);

  const request = useCallback(
    (entry: PlayerEntry, how?: { readonly plays: boolean }) => {
      const { library, element, session } = latest.current;
      const before = { medium: library.medium, element, session, device: device.store.getState() };
      setPending(how?.plays ? { entry, before } : undefined);
    },
    [latest, device],
  );
  const showFilm = (film: PlayerSource, how: { readonly plays: boolean }) => {
    library.chooseMedium(film.name);
    request({ medium: film, scripts: library.scriptsOf(film) }, how);
  };
  const stable = useMemo(
    () => ({
      open(entry: PlayerEntry, how?: { readonly plays: boolean }) {
        latest.current.library.openEntry(entry);
        request(entry, how);
      },
      show: () => window.scrollTo(0, 0),
      onEnded(run: (mayPlay: boolean) => void): Undo {
        listeners.add(run);
        return () => listeners.delete(run);
      },
      onPlaying(run: () => void): Undo {
        playListeners.add(run);
        return () => playListeners.delete(run);
      },
      offerSteps(offered: EntrySteps): Undo {
        setSteps(offered);
        return () => setSteps((now) => (now === offered ? NO_STEPS : now));
      },
      offerQueue(offered: EntryQueue): Undo {
        setQueue(offered);
        return () => setQueue((now) => (now === offered ? undefined : now));
      },
    }),
    [latest, listeners, playListeners, request],
  );
  const { medium, scripts, subtitles, otherAxes, sources, script: chosenScript } = library;
  const played = medium ?? chosenScript;
  const files = { medium, scripts, subtitles, otherAxes, sources, chosenScript };
  const current = { ...files, played, script: open.script, durationMs };
  return { playerHandle: { ...stable, current }, showFilm, steps, queue };
}
