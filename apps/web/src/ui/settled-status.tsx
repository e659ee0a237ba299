import { useEffect, useState } from 'react';
import { useClock } from './time-context.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

/** Announces a text that has lasted for `ms`, beside one that is shown and may change more often. */
export function SettledStatus({ text, ms }: { text: string; ms: number }) {
  'use no memo'; // It is in the first load, and seldom rendered.
  const time = useClock();
  const [settled, setSettled] = useState(text);
  useEffect(() => time.after(ms, () => setSettled(text)), [time, text, ms]);
  return <VisuallyHidden live>{settled}</VisuallyHidden>;
}
