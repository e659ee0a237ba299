import { type Random, systemRandom, systemTime, type Time } from '@tactus/time';
import { createContext, type ReactNode, use, useMemo } from 'react';

const SYSTEM_RANDOM = systemRandom();
const TimeContext = createContext({ time: systemTime, random: SYSTEM_RANDOM });

interface TimeProviderProps {
  time: Time;
  random?: Random;
  children: ReactNode;
}

/** Provides a clock and a source of random numbers to its children; without them they use the platform's own. */
export function TimeProvider({ time, random = SYSTEM_RANDOM, children }: TimeProviderProps) {
  return <TimeContext value={useMemo(() => ({ time, random }), [time, random])}>{children}</TimeContext>;
}

/** The clock of the controls. */
export function useClock(): Time {
  return use(TimeContext).time;
}

/** The source of random numbers. */
export function useRandom(): Random {
  return use(TimeContext).random;
}
