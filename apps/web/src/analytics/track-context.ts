import { createContext, use } from 'react';
import type { TrackEvent } from './events.ts';

/** The function by which pages raise analytics events; the app provides it. */
export const TrackContext = createContext<TrackEvent>(() => undefined);

/** Raises an event of the table. */
export const useTrack = (): TrackEvent => use(TrackContext);
