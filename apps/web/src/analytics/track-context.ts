import { createContext, use } from 'react';
import type { TrackEvent } from './events.ts';

/** The function by which pages raise analytics events; the app provides it. */
export const TrackEventContext = createContext<TrackEvent>(() => undefined);

/** Raises an event of the table. */
export const useTrackEvent = (): TrackEvent => use(TrackEventContext);
