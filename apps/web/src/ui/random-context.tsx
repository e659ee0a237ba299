import { type Random, systemRandom } from '@tactus/time';
import { createContext, type ReactNode, use } from 'react';

const RandomContext = createContext<Random>(systemRandom());

/** Provides a source of random numbers; without it, the platform's own is used. */
export function RandomProvider({ random, children }: { random: Random; children: ReactNode }) {
  return <RandomContext value={random}>{children}</RandomContext>;
}

/** The source of random numbers. */
export function useRandom(): Random {
  return use(RandomContext);
}
