import { type Random, systemRandom, systemTime, type Time } from '@tactus/time';
import { createContext, type ReactNode, use, useMemo } from 'react';

const SYSTEM_RANDOM = systemRandom();
const TimeContext = createContext({ time: systemTime, random: SYSTEM_RANDOM, heartbeat: systemTime.every });

interface TimeProviderProps {
  time: Time;
  random?: Random;
  /** Beats also while the page is hidden; left out: the timers of `time`. */
  heartbeat?: Time['every'] | undefined;
  children: ReactNode;
}

/** Provides a clock and a source of random numbers to its children; without them they use the platform's own. */
export function TimeProvider({ time, random = SYSTEM_RANDOM, heartbeat = time.every, children }: TimeProviderProps) {
  const value = useMemo(() => ({ time, random, heartbeat }), [time, random, heartbeat]);
  return <TimeContext value={value}>{children}</TimeContext>;
}

/** The clock of the controls. */
export function useClock(): Time {
  return use(TimeContext).time;
}

/** The heartbeat that goes on while the page is hidden. */
export function useHeartbeat(): Time['every'] {
  return use(TimeContext).heartbeat;
}

/** The source of random numbers. */
export function useRandom(): Random {
  return use(TimeContext).random;
}
