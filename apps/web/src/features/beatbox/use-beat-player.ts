import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { createFollowedStream } from '../../device/linked/followed-stream.ts';
import { useLinkedDevices } from '../../device/linked/linked-devices-context.tsx';
import { useMissingCapabilities } from '../../device/session/capability.ts';
import { useCloudFeatures } from '../../device/session/deployment.ts';
import { useShowStopReason } from '../../device/session/stop-reason.ts';
import { useShowError } from '../../device/session/use-show-error.ts';
import { useStartInThisTab } from '../../device/session/use-start-in-this-tab.ts';
import type { BeatboxSettings } from '../../settings/beatbox-settings.ts';
import { useClock, useHeartbeat, useRandom } from '../../ui/time-context.tsx';
import { useLatest } from '../../ui/use-latest.ts';
import { currentBeatOf, playableEntriesOf, toPlayableBeat } from './beat-editor.ts';
import { type BeatPlayer, type BeatPlayerState, createBeatPlayer } from './beat-player.ts';
import type { BeatPlaybackSource, PlaybackSourceContent } from './played-laps.ts';

/** How far ahead points are sent: so long the device goes on when this page is gone. */
const LEAD_MS = 10_000;
/** A beat is faster than other curves: the move that joins a change has this top speed. */
const JOIN_SPEED_MM_S = 400;

/** The beat player of this visit to the page, and its state. */
export interface BeatPlayback extends BeatPlayerState {
  /** Undefined until it exists. */
  readonly player: BeatPlayer | undefined;
  /** Plays a source, on a press. */
  play(what: BeatPlaybackSource): void;
}

const NOTHING: BeatPlayerState = { what: undefined, phase: 'idle', error: undefined };
const IDLE = createStore<BeatPlayerState>(() => NOTHING);

/** The beat and the playlist of the stored settings, as the player plays them. */
export function playbackContentOfSettings(box: BeatboxSettings): PlaybackSourceContent {
  return {
    beat: currentBeatOf(box),
    playlist: playableEntriesOf(box).map(({ uuid, repeats, beat }) => ({
      uuid,
      repeats,
      played: toPlayableBeat(beat),
    })),
    shuffle: box.shuffle,
    tempoAtHalf: box.updateTimeHalfway,
  };
}

/** Makes a player for this visit to the page, and notifies it of changes. */
export function useBeatPlayer(box: BeatboxSettings): BeatPlayback {
  const linked = useLinkedDevices();
  const features = useCloudFeatures();
  const { slider: vibrates } = useMissingCapabilities();
  const time = useClock();
  const heartbeat = useHeartbeat();
  const random = useRandom();
  const report = useLatest(useShowError());
  const showReason = useLatest(useShowStopReason());
  const newest = useLatest(box);
  const startHere = useStartInThisTab();
  const [player, setPlayer] = useState<BeatPlayer>();

  useEffect(() => {
    const made = createBeatPlayer({
      time,
      share: () => random.next(),
      content: playbackContentOfSettings(newest.current),
      onError: (error) => report.current(error),
      open: (points) =>
        createFollowedStream(
          linked,
          { vibrates, features },
          {
            ...{ time, heartbeat, source: { points }, leadMs: LEAD_MS, joinSpeedMmS: JOIN_SPEED_MM_S },
            onSlept: () => showReason.current('slept'),
          },
        ),
    });
    setPlayer(made);
    return () => made.close();
  }, [linked, vibrates, features, time, heartbeat, random, report, showReason, newest]);

  useEffect(() => player?.change(playbackContentOfSettings(box)), [player, box]);
  const state = useStore(player?.state ?? IDLE);
  return { ...state, player, play: (what) => startHere(() => player?.play(what)) };
}
