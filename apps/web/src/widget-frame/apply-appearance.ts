import type { WidgetAppearance } from '../widget/appearance.ts';

const DARK_INK = '#14101a';
const LIGHT_INK = '#ffffff';

/** Applies the appearance to the document of the frame; `prefersDark` is the setting of the person's system. */
export function applyWidgetAppearance(
  { documentElement }: Document,
  appearance: WidgetAppearance,
  prefersDark: boolean,
): void {
  const { dataset, style } = documentElement;
  dataset['character'] = 'handy';
  dataset['mode'] = appearance.theme === 'auto' ? (prefersDark ? 'dark' : 'light') : appearance.theme;
  const channels = channelsOf(appearance.accent);
  if (!channels) return;
  style.setProperty('--accent', appearance.accent);
  style.setProperty('--accent-2', appearance.accent);
  style.setProperty('--on-accent', textColorOn(channels));
}

type Channels = readonly [number, number, number];

function channelsOf(colour: string): Channels | undefined {
  const hex = /^#([\da-f])([\da-f])([\da-f])$/i.exec(colour) ?? /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour);
  const [, r, g, b] = hex ?? /(\d+)\D+(\d+)\D+(\d+)/.exec(colour) ?? [];
  if (r === undefined || g === undefined || b === undefined) return undefined;
  const read = (digits: string) => (hex ? Number.parseInt(digits.padStart(2, digits), 16) : Number(digits));
  return [read(r), read(g), read(b)];
}

/** Black or white, whichever is read better on a colour (WCAG 2.2, relative luminance). @internal */
export function textColorOn(channels: Channels): string {
  const [r, g, b] = channels.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
  return luminance > 0.2 ? DARK_INK : LIGHT_INK;
}
