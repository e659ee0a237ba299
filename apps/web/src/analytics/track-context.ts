import { createContext, use } from 'react';
import type { TrackEvent } from './events.ts';

/** Where pages raise analytics events; the app gives it. */
export const TrackContext = createContext<TrackEvent>(() => undefined);

/** Raises an event of the table. */
export const useTrack = (): TrackEvent => use(TrackContext);
