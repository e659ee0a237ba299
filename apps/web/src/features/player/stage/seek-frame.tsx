import { useEffect, useRef } from 'react';
import { releaseMedium } from '../../../ui/release-medium.ts';
import { useMediaUrl } from '../session/use-medium.ts';
import type { PlayerSource } from '../source/source.ts';
import styles from './seek-frame.module.css';

/** A frame nearer than this to the wanted one is not sought again, s. */
const NEAR_S = 0.3;

/**
 * The picture of a film in a file at a moment, for the seek bar. A second element of its own opens the file while the hand
 * is there; it seeks once at a time, to the newest moment.
 */
export function SeekFrame({ film, atMs }: { film: PlayerSource; atMs: number }) {
  const url = useMediaUrl(film);
  const video = useRef<HTMLVideoElement>(null);
  const wantedS = useRef(0);

  function seek(): void {
    const element = video.current;
    if (!element || element.readyState < 1 || element.seeking) return;
    if (Math.abs(element.currentTime - wantedS.current) > NEAR_S) element.currentTime = wantedS.current;
  }
  useEffect(() => {
    wantedS.current = atMs / 1_000;
    seek();
  });
  useEffect(() => {
    const element = video.current;
    return url === undefined || element === null ? undefined : () => releaseMedium(element);
  }, [url]);
  if (url === undefined) return null;
  return (
    <video
      key={url}
      ref={video}
      className={styles['frame']}
      src={url}
      muted
      playsInline
      preload="auto"
      data-seek-frame
      onLoadedMetadata={seek}
      onSeeked={seek}
    />
  );
}
