import { useState } from 'react';
import type { Source } from '../source/source.ts';
import type { Span } from './ab-loop.ts';

/** A chosen part: its start, or both ends. */
export type PartChoice = { readonly startS: number } | Span | undefined;

/** The chosen part of the medium, and the actions to change it. A newly opened medium is played as a whole. */
export function usePart(played: Source | undefined): readonly [PartChoice, (part: PartChoice) => void] {
  const [chosen, setChosen] = useState<{ readonly of: Source | undefined; readonly part: PartChoice }>();
  return [chosen?.of === played ? chosen?.part : undefined, (part) => setChosen({ of: played, part })];
}
