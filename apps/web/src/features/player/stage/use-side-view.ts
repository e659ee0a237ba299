import { useEffect, useState } from 'react';
import { useMediaQuery } from '../../../ui/use-media-query.ts';

/** A phone on its side. */
const ON_ITS_SIDE = '(orientation: landscape) and (max-height: 440px) and (any-pointer: coarse)';

/**
 * Whether the picture fills the page of a phone on its side: from the first play there until the phone is turned back, or
 * the person leaves.
 */
export function useSideView(isPlaying: boolean): { isSide: boolean; leave: () => void } {
  const isTurned = useMediaQuery(ON_ITS_SIDE);
  const [state, setState] = useState<'waits' | 'fills' | 'left'>('waits');
  useEffect(() => {
    if (!isTurned) setState('waits');
    else if (isPlaying) setState((now) => (now === 'waits' ? 'fills' : now));
  }, [isTurned, isPlaying]);
  return { isSide: isTurned && state === 'fills', leave: () => setState('left') };
}
