import type { VideoSync, VideoSyncState } from '@tactus/sdk';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

const NO_SYNC = createStore<VideoSyncState>(() => ({
  mode: 'frame-locked',
  phase: 'idle',
  source: undefined,
  errorMs: undefined,
  quality: 'unknown',
  corrections: [],
  pausedBy: undefined,
  problem: undefined,
}));

/** The state of the synchronisation; idle where nothing is synchronised. */
export function useSyncState(sync: VideoSync | undefined): VideoSyncState {
  return useStore(sync?.store ?? NO_SYNC);
}
