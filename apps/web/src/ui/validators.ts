/**
 * The form validators of product.md section 5, by the law's names. Each tells whether a whole text has the form; an empty text
 * has none of them.
 */

/** A date as people type it in a form: `2026/02/28`, that is in the calendar. @internal */
export function date(text: string): boolean {
  const [, year, month, day] = /^(-?\d+)\/(\d{2})\/(\d{2})$/.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  return month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month);
}

/** A time of day, `9:05` to `23:59`; seconds may follow. @internal */
export function time(text: string): boolean {
  return /^([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text);
}

/** An e-mail address that mail could go to: a name, an at sign, a host of two names or more. @internal */
export function email(text: string): boolean {
  if (text.length > 254 || !/^[^\s@<>()[\]\\,;:"]+@[^\s@]+$/.test(text)) return false;
  const [name = '', host = ''] = text.split('@');
  if (name.length > 64 || name.startsWith('.') || name.endsWith('.') || name.includes('..')) return false;
  const labels = host.split('.');
  return labels.length > 1 && labels.every((label) => /^[\p{L}\d]([\p{L}\d-]{0,61}[\p{L}\d])?$/u.test(label));
}

/** A colour as `#rgb` or `#rrggbb`. */
export function hexColor(text: string): boolean {
  return /^#([\da-f]{3}|[\da-f]{6})$/i.test(text);
}

/** A colour as `rgb(12, 34, 255)`, each 0-255. */
export function rgbColor(text: string): boolean {
  const parts = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/i.exec(text)?.slice(1) ?? [];
  return parts.length === 3 && parts.every((part) => Number(part) <= 255);
}

/** Our own beside the law's: a path of this origin, or an address of the web. */
export function address(text: string): boolean {
  if (/^\/(?!\/)/.test(text)) return true;
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function daysOf(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  if (month === 2) return isLeap ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
