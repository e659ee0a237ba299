import { expect, test } from 'vitest';
import { HEATMAP_COLOR_COUNT, heatmapColorIndex, heatmapColors } from './heatmap-colors.ts';

/** Relative luminance as in WCAG: the brightness of a colour in grey. */
function luminance(css: string): number {
  const [red = 0, green = 0, blue = 0] = [...css.matchAll(/\d+/g)].map(([digits]) => {
    const share = Number(digits) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test('on a dark background every faster colour is lighter, so that the ramp reads in grey', () => {
  const grey = heatmapColors('dark').map(luminance);
  expect(grey).toHaveLength(HEATMAP_COLOR_COUNT);
  for (let step = 1; step < grey.length; step++) expect(grey[step]).toBeGreaterThan(grey[step - 1] ?? 1);
  expect((grey.at(-1) ?? 0) / (grey[0] ?? 1)).toBeGreaterThan(8);
});

test('on a light background it is reversed: fast parts stand out on either', () => {
  expect(heatmapColors('light')).toEqual([...heatmapColors('dark')].reverse());
});

test('speeds from rest to beyond the fastest device are colours of the ramp, in rising order', () => {
  const steps = [-1, 0, 20, 100, 200, 450, 9_000].map(heatmapColorIndex);
  expect(steps).toEqual([...steps].sort((one, other) => one - other));
  expect([steps[0], steps.at(-1)]).toEqual([0, HEATMAP_COLOR_COUNT - 1]);
});
