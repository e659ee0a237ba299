import type { ScriptPoint } from '@tactus/motion';
import type { Time } from '@tactus/time';
import type { InlineScript } from './read-script.ts';

/** A script within a call that is being read. */
export interface PendingInlineScript {
  /** Its points; `undefined` while they are unknown, or if they cannot be read. */
  readonly points: () => readonly ScriptPoint[] | undefined;
  /** Settles, without a failure, when the points are known or will not be; `undefined` when that is so already. */
  readonly reading: Promise<void> | undefined;
}

type Reader = typeof import('./read-script.ts');

/** How long to wait for the reader to load: a browser without a network may try for minutes. */
const LOADED_WITHIN_MS = 10_000;

/** The reader is large and rarely needed: it is loaded with the first script, and cached. */
let reader: Reader | undefined;

/** Reads the script within a call, if any. If the reader does not load, its points stay unknown. */
export function readInlineScript(
  text: InlineScript,
  time: Time,
  load: () => Promise<Reader> = () => import('./read-script.ts'),
): PendingInlineScript | undefined {
  if (text.csv === undefined && text.actions === undefined) return undefined;
  let points = reader?.readScript(text);
  if (reader) return { points: () => points, reading: undefined };
  const late = new AbortController();
  const loaded = load().then(
    (module) => {
      reader = module;
      points = module.readScript(text);
    },
    () => undefined, // its points stay unknown, as those of an unreadable script
  );
  const waited = time.sleep(LOADED_WITHIN_MS, late.signal).catch(() => undefined); // it only ends early
  return { points: () => points, reading: Promise.race([loaded, waited]).finally(() => late.abort()) };
}
