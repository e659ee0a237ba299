import { useState } from 'react';
import type { PlayerSource } from '../source/source.ts';
import type { LoopSpan } from './ab-loop.ts';

/** A chosen part: its start, or both ends. */
export type LoopChoice = { readonly startS: number } | LoopSpan | undefined;

/** The chosen part of the medium, and the actions to change it. A newly opened medium is played as a whole. */
export function useLoopChoice(played: PlayerSource | undefined): readonly [LoopChoice, (part: LoopChoice) => void] {
  const [chosen, setChosen] = useState<{ readonly of: PlayerSource | undefined; readonly part: LoopChoice }>();
  return [chosen?.of === played ? chosen?.part : undefined, (part) => setChosen({ of: played, part })];
}
