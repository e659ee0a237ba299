import { isJsonObject } from '@tactus/protocol';
import type { ScriptChapter, ScriptMark, ScriptMetadata } from './script.ts';

/** `h:mm:ss`, `mm:ss` or `ss`, with a fraction or without. */
const CLOCK_TIME = /^(?:(?:(\d+):)?(\d{1,2}):)?(\d{1,9}(?:\.\d+)?)$/;

/** Reads a funscript's metadata. Fields of an unexpected form are left out. */
export function readFunscriptMetadata(file: Record<string, unknown>): ScriptMetadata {
  const metadata = isJsonObject(file['metadata']) ? file['metadata'] : {};
  const version = file['version'];
  return {
    ...textAs('title', metadata['title']),
    ...textAs('version', typeof version === 'number' ? String(version) : version),
    ...rangeAs(file['range']),
    chapters: chaptersOf(metadata['chapters']),
    marks: marksOf(metadata['bookmarks']),
    otherAxes: otherAxesOf(file),
  };
}

/** A range of the whole stroke means no restriction, and any other value is invalid. */
function rangeAs(range: unknown): { range?: number } {
  return typeof range === 'number' && range >= 1 && range < 100 ? { range } : {};
}

function chaptersOf(chapters: unknown): ScriptChapter[] {
  return objectsOf(chapters)
    .flatMap((entry): ScriptChapter[] => {
      const [startMs, endMs] = [readTime(entry['startTime']), readTime(entry['endTime'])];
      if (startMs === undefined || endMs === undefined || endMs < startMs) return [];
      return [{ name: nameOf(entry), startMs, endMs }];
    })
    .sort((one, other) => one.startMs - other.startMs);
}

function marksOf(bookmarks: unknown): ScriptMark[] {
  return objectsOf(bookmarks)
    .flatMap((entry): ScriptMark[] => {
      const atMs = readTime(entry['time']);
      return atMs === undefined ? [] : [{ name: nameOf(entry), atMs }];
    })
    .sort((one, other) => one.atMs - other.atMs);
}

/** Axes of version 1.1 are a list with ids, those of 2.0 an object by name; the stroke itself is not among the others. */
function otherAxesOf({ axes, channels }: Record<string, unknown>): string[] {
  const ids = objectsOf(axes).map(({ id }) => id);
  const names = isJsonObject(channels) ? Object.keys(channels) : objectsOf(channels).map(({ name }) => name);
  const all = [...ids, ...names].filter((name) => typeof name === 'string');
  return [...new Set(all)].filter((name) => name !== 'L0' && name !== 'stroke');
}

/** Reads a clock time, or a number of milliseconds. */
function readTime(value: unknown): number | undefined {
  if (typeof value === 'number') return value >= 0 && Number.isFinite(value) ? Math.round(value) : undefined;
  if (typeof value !== 'string') return undefined;
  const [, hours = '0', minutes = '0', seconds] = CLOCK_TIME.exec(value.trim()) ?? [];
  if (seconds === undefined) return undefined;
  return Math.round(((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000);
}

function objectsOf(list: unknown): Record<string, unknown>[] {
  // Array.isArray gives any[]; every entry is checked before use.
  return Array.isArray(list) ? (list as readonly unknown[]).filter(isJsonObject) : [];
}

function nameOf({ name }: Record<string, unknown>): string {
  return typeof name === 'string' ? name.trim() : '';
}

function textAs<Name extends string>(name: Name, value: unknown): { readonly [N in Name]?: string } {
  if (typeof value !== 'string' || value.trim() === '') return {};
  // One property of the given name: a computed key widens to string.
  return { [name]: value.trim() } as { readonly [N in Name]: string };
}
