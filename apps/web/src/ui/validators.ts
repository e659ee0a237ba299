/** Validators of typed texts. Each returns whether the whole text has the form; an empty text never has. */

/** A colour as `#rgb` or `#rrggbb`. */
export function isHexColor(text: string): boolean {
  return /^#([\da-f]{3}|[\da-f]{6})$/i.test(text);
}

/** A colour as `rgb(12, 34, 255)`, each 0-255. */
export function isRgbColor(text: string): boolean {
  const parts = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/i.exec(text)?.slice(1) ?? [];
  return parts.length === 3 && parts.every((part) => Number(part) <= 255);
}

/** A path of this origin, or an address of the web. */
export function isWebAddress(text: string): boolean {
  if (/^\/(?!\/)/.test(text)) return true;
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
