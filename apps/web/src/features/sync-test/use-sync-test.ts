import type { VideoSyncState } from '@tactus/sdk';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { openAudioContext } from '../../device/browser/audio-context.ts';
import { useCloudFeatures, useScriptHost } from '../../device/session/deployment.ts';
import { useDevice } from '../../device/session/device-context.tsx';
import { useStartInThisTab } from '../../device/session/use-start-in-this-tab.ts';
import { useSyncState } from '../../device/session/use-sync-state.ts';
import { useClock } from '../../ui/time-context.tsx';
import { startClickSound } from './click-sound.ts';
import { type ClipMedia, createClipMedia } from './clip-media.ts';
import { type ClipTransferMode, openSyncSession, type SyncSession, type SyncSessionState } from './sync-session.ts';

const NO_SESSION = createStore<SyncSessionState>(() => ({
  ...{ sending: false, isStarting: false, sync: undefined, problem: undefined },
}));

/** The clip of this visit to the page, and the device in sync with it. */
export interface SyncTest extends SyncSessionState {
  readonly clip: ClipMedia;
  readonly isPlaying: boolean;
  /** Plays the clip with the device, or pauses both. */
  toggle(): void;
  readonly synced: VideoSyncState;
}

/** The clip, its sound and its device, for as long as the page is open. */
export function useSyncTest(wanted: { transferMode: ClipTransferMode; loop: boolean; sound: boolean }): SyncTest {
  const { transferMode, loop, sound } = wanted;
  const device = useDevice();
  const time = useClock();
  const features = useCloudFeatures();
  const scriptHost = useScriptHost();
  const startHere = useStartInThisTab();
  const [clip] = useState(() => createClipMedia(time));
  const [session, setSession] = useState<SyncSession>();
  const isPlaying = useSyncExternalStore(clip.onChange, () => !clip.isPaused());

  useEffect(() => () => clip.close(), [clip]);
  useEffect(() => clip.setLoop(loop), [clip, loop]);
  useEffect(() => {
    if (sound) return startClickSound({ clip, time, openAudio: openAudioContext });
    return;
  }, [clip, time, sound]);
  useEffect(() => {
    const opened = openSyncSession({ device, time, clip, features, scriptHost, transferMode });
    setSession(opened);
    return () => {
      opened.close();
      setSession(undefined);
    };
  }, [device, time, clip, features, scriptHost, transferMode]);

  const state = useStore(session?.state ?? NO_SESSION);
  const synced = useSyncState(state.sync);
  return {
    ...state,
    ...{ clip, isPlaying, synced },
    toggle() {
      if (state.isStarting) session?.cancelPlay();
      if (state.isStarting || isPlaying) clip.pause();
      else startHere(() => void session?.play());
    },
  };
}
