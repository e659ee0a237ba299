import { useEffect } from 'react';
import { attachHlsPlayer, needsHlsLibrary } from '../source/hls.ts';
import type { PlayerSource } from '../source/source.ts';

/** Plays an HLS list where the browser cannot. Returns true where the element must have no address of its own. */
export function useHlsPlayback(element: HTMLMediaElement | null, source: PlayerSource | undefined): boolean {
  const url = source !== undefined && needsHlsLibrary(source) ? source.url : undefined;
  useEffect(() => {
    if (element === null || url === undefined) return;
    let undo: (() => void) | undefined;
    let isOver = false;
    attachHlsPlayer(element, url).then(
      (end) => {
        undo = end;
        if (isOver) end();
      },
      () => element.dispatchEvent(new Event('error')), // the chunk with the player could not be loaded
    );
    return () => {
      isOver = true;
      undo?.();
    };
  }, [element, url]);
  return url !== undefined;
}
