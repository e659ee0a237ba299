import { writeFileSync } from 'node:fs';
import { systemTime } from '@tactus/time';
import gifenc from 'gifenc';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';

const { applyPalette, GIFEncoder, quantize } = gifenc;

/** Pictures are taken this often at most; each is shown for as long as it was on the screen. */
const EVERY_MS = 80;
/** How long the last one is shown before the recording repeats. */
const LAST_MS = 2_000;
/** Colours of the whole recording; the one after them means: as before. */
const COLOURS = 255;
const PIXEL = 4;
/** One of so many pixels is read to choose the colours. */
const SAMPLED = 7;

/** A picture of the screen, and its start. */
interface Frame {
  readonly atMs: number;
  readonly image: PNG;
}

/** Records a page as a GIF during an action on it. */
export async function record(page: Page, file: string, doing: () => Promise<void>): Promise<void> {
  const frames: Frame[] = [];
  let isOver = false;
  const done = doing().finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const atMs = systemTime.monotonic();
    frames.push({ atMs, image: PNG.sync.read(await page.screenshot()) });
    await systemTime.sleep(Math.max(0, atMs + EVERY_MS - systemTime.monotonic()));
  }
  await done;
  writeFileSync(file, asGif(frames));
}

/** Only changed pixels are written again. */
function asGif(frames: readonly Frame[]): Uint8Array {
  const gif = GIFEncoder();
  const palette = quantize(sampleOf(frames), COLOURS);
  const asBefore = palette.length;
  let shown: Uint8Array | undefined;
  for (const [index, { atMs, image }] of frames.entries()) {
    const pixels = applyPalette(image.data, palette);
    const before = shown;
    const changed = before ? pixels.map((colour, at) => (colour === before[at] ? asBefore : colour)) : pixels;
    shown = pixels;
    gif.writeFrame(changed, image.width, image.height, {
      delay: (frames[index + 1]?.atMs ?? atMs + LAST_MS) - atMs,
      dispose: 1,
      ...(index === 0 && { palette: [...palette, [0, 0, 0]] }),
      ...(before && { transparent: true, transparentIndex: asBefore }),
    });
  }
  gif.finish();
  return gif.bytes();
}

/** Pixels of all frames, to choose the colours by. */
function sampleOf(frames: readonly Frame[]): Uint8Array {
  const pixels: number[] = [];
  for (const { image } of frames)
    for (let at = 0; at < image.data.length; at += PIXEL * SAMPLED) pixels.push(...image.data.subarray(at, at + PIXEL));
  return Uint8Array.from(pixels);
}
