import type { Undo } from '@tactus/time';
import type { PlayerSource } from './source.ts';

const HLS_TYPE = 'application/vnd.apple.mpegurl';

/** Whether a source is an HLS list that this browser does not play by itself. */
export function needsHlsLibrary({ url }: PlayerSource): boolean {
  if (url === undefined || !URL.canParse(url) || !/\.m3u8$/i.test(new URL(url).pathname)) return false;
  return document.createElement('video').canPlayType(HLS_TYPE) === '';
}

/** Plays an HLS list in an element of the page; returns its own undo. A failure becomes an `error` event of the element. */
export async function attachHlsPlayer(element: HTMLMediaElement, url: string): Promise<Undo> {
  const fail = () => element.dispatchEvent(new Event('error'));
  const { default: Hls } = await import('hls.js/light');
  if (!Hls.isSupported()) {
    fail();
    return () => undefined;
  }
  // Its worker would come from a blob, which our content security policy forbids.
  const hls = new Hls({ enableWorker: false });
  hls.on(Hls.Events.ERROR, (_, { fatal }) => {
    if (fatal) fail();
  });
  hls.loadSource(url);
  hls.attachMedia(element);
  return () => hls.destroy();
}
