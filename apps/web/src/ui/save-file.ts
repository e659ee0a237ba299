import { systemTime, type Time } from '@tactus/time';

/** A browser may begin to read the file only after the click; until then its address must be valid. */
const READ_WITHIN_MS = 60_000;

/** Downloads a file, of a text or as it is. */
export function saveFile(name: string, content: string | Blob, time: Pick<Time, 'after'> = systemTime): void {
  const file = typeof content === 'string' ? new Blob([content], { type: 'application/json' }) : content;
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  time.after(READ_WITHIN_MS, () => URL.revokeObjectURL(address));
}
