import { createContext, use } from 'react';
import type { Track } from './events.ts';

/** Where pages raise analytics events; the app gives it. */
export const TrackContext = createContext<Track>(() => undefined);

/** Raises an event of the table. */
export const useTrack = (): Track => use(TrackContext);
