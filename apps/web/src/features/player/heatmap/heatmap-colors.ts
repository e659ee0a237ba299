/** Colours of the ramp, from rest to the fastest. @internal */
export const HEATMAP_COLOR_COUNT = 64;

/** The speed at which the ramp ends, percent of the stroke a second. Fixed, so that scripts can be compared. */
const FULL_SPEED = 450;

/**
 * Lightness, chroma and hue (degrees) in OKLCH, evenly spaced. Lightness only rises, so that the ramp reads in grey; the
 * hue goes from a quiet blue through the signal pink to yellow.
 */
const STOPS: readonly (readonly [number, number, number])[] = [
  [0.36, 0.06, 268],
  [0.44, 0.13, 282],
  [0.52, 0.19, 312],
  [0.62, 0.21, 352],
  [0.71, 0.17, 24],
  [0.81, 0.14, 62],
  [0.92, 0.14, 100],
];

/** The ramp for a dark background; on a light one it is reversed, so that fast parts always stand out. */
export function heatmapColors(mode: 'dark' | 'light'): readonly string[] {
  const rising = Array.from({ length: HEATMAP_COLOR_COUNT }, (_, step) =>
    toCss(between(step / (HEATMAP_COLOR_COUNT - 1))),
  );
  return mode === 'dark' ? rising : rising.reverse();
}

/** The step of the ramp for a speed, percent a second. The root spreads the slow speeds, which most scripts use. */
export function heatmapColorIndex(speed: number): number {
  return Math.round(Math.sqrt(Math.min(1, Math.max(0, speed) / FULL_SPEED)) * (HEATMAP_COLOR_COUNT - 1));
}

function between(share: number): readonly [number, number, number] {
  const at = share * (STOPS.length - 1);
  const index = Math.min(STOPS.length - 2, Math.floor(at));
  const [low, high] = [STOPS[index], STOPS[index + 1]];
  if (low === undefined || high === undefined) throw new RangeError('The ramp has no such step');
  const part = at - index;
  const turn = ((high[2] - low[2] + 540) % 360) - 180;
  return [low[0] + (high[0] - low[0]) * part, low[1] + (high[1] - low[1]) * part, low[2] + turn * part];
}

/** OKLCH to sRGB (Björn Ottosson, 2020). Written out: a browser without `oklch()` shows the same colours. */
function toCss([lightness, chroma, hue]: readonly [number, number, number]): string {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s;
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s;
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s;
  return `rgb(${toByte(red)} ${toByte(green)} ${toByte(blue)})`;
}

function toByte(linear: number): number {
  const clipped = Math.min(1, Math.max(0, linear));
  return Math.round(255 * (clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055));
}
