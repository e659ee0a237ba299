import type { Time } from '@tactus/time';
import { releaseMedium } from '../../../ui/release-medium.ts';

/** How far into a film its picture is taken, of its length. */
const PLACE_01 = 0.2;
/** Pixels: twice the size of the picture of a row. */
const WIDTH_PX = 208;
const HEIGHT_PX = 120;
const QUALITY_01 = 0.7;
/** A film that shows nothing within this time has no picture. */
const LONGEST_MS = 10_000;

/** A picture of a film, and its length. */
export interface FilmPicture {
  readonly picture: Blob;
  readonly durationMs: number;
}

/** Takes a picture of a film in a file; `undefined` where the browser cannot show it. */
export async function takeFilmPicture(file: File, time: Time): Promise<FilmPicture | undefined> {
  const video = document.createElement('video');
  Object.assign(video, { muted: true, playsInline: true, preload: 'auto' });
  try {
    const loaded = eventOf(video, 'loadeddata', time);
    video.src = URL.createObjectURL(file);
    if (!(await loaded) || !Number.isFinite(video.duration) || video.videoWidth === 0) return undefined;
    const sought = eventOf(video, 'seeked', time);
    video.currentTime = video.duration * PLACE_01;
    const picture = (await sought) ? await drawPicture(video) : null;
    return picture ? { picture, durationMs: Math.round(video.duration * 1_000) } : undefined;
  } finally {
    releaseMedium(video);
  }
}

/** Whether an event comes, before an error and in time. */
function eventOf(video: HTMLVideoElement, name: 'loadeddata' | 'seeked', time: Time): Promise<boolean> {
  return new Promise((resolve) => {
    const undo = time.after(LONGEST_MS, () => resolve(false));
    const end = (isThere: boolean) => {
      undo();
      resolve(isThere);
    };
    video.addEventListener(name, () => end(true), { once: true });
    video.addEventListener('error', () => end(false), { once: true });
  });
}

/** The present picture, as much of it as fills the row's. */
function drawPicture(video: HTMLVideoElement): Promise<Blob | null> {
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH_PX, height: HEIGHT_PX });
  const scale = Math.max(WIDTH_PX / video.videoWidth, HEIGHT_PX / video.videoHeight);
  const [width, height] = [video.videoWidth * scale, video.videoHeight * scale];
  canvas.getContext('2d')?.drawImage(video, (WIDTH_PX - width) / 2, (HEIGHT_PX - height) / 2, width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY_01));
}
