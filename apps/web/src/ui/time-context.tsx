import { systemTime, type Time } from '@tactus/time';
import { createContext, type ReactNode, use } from 'react';

const TimeContext = createContext<Time>(systemTime);

/** Provides a clock to the controls inside; without it they use the machine's own. */
export function TimeProvider({ time, children }: { time: Time; children: ReactNode }) {
  return <TimeContext value={time}>{children}</TimeContext>;
}

/** The clock of the controls. */
export function useClock(): Time {
  return use(TimeContext);
}
