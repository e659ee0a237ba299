import type { ScriptColumns } from './script-columns.ts';

/** One point of a script: at time `t` (whole ms, 0 or more) the slider is at `x` (whole percent of the stroke, 0..100). */
export interface ScriptPoint {
  readonly t: number;
  readonly x: number;
}

/** A change that reading made to a script. */
export type ScriptRepair =
  | 'stroke-axis' // points of the stroke axis, because the actions were empty
  | 'raw-actions' // recorded points, because there were no others
  | 'inverted' // positions mirrored by the file's `inverted`
  | 'rounded' // times or positions that were no whole numbers
  | 'clamped' // positions outside 0..100
  | 'sorted' // points that stood before an earlier one
  | 'repeated' // points replaced by a later one of the same time
  | 'dropped'; // points without a usable time or position

/** A change and the number of points it affected, for a page that shows what was changed. */
export interface ScriptRepairCount {
  readonly change: ScriptRepair;
  readonly points: number;
}

/** A script ready to play: at least two points, times strictly rising. */
export interface Script {
  readonly points: readonly ScriptPoint[];
  readonly notes: readonly ScriptRepairCount[];
}

/** A part of a script with a name, ms. */
export interface ScriptChapter {
  readonly name: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** A moment of a script with a name. */
export interface ScriptMark {
  readonly name: string;
  readonly atMs: number;
}

/** A file's metadata about its script. */
export interface ScriptMetadata {
  readonly title?: string;
  /** The version of the format that the file names. */
  readonly version?: string;
  /**
   * The part of the stroke that the file requests, percent, 1 to 99. Positions are not scaled by it: the vendor's
   * uploader does not either, and the same file moves the same way everywhere.
   */
  readonly range?: number;
  /** In the order of their starts. */
  readonly chapters: readonly ScriptChapter[];
  readonly marks: readonly ScriptMark[];
  /** Axes of the file that no supported device has. */
  readonly otherAxes: readonly string[];
}

/** A file with a script in it. */
export interface ScriptFile {
  readonly columns: ScriptColumns;
  readonly notes: readonly ScriptRepairCount[];
  readonly about: ScriptMetadata;
}

/** Why a script could not be read: the specification's texts. */
export const SCRIPT_ERROR_TEXTS = {
  'too-few-points': 'Need at least 2 points',
  'invalid-csv': 'Invalid CSV',
  'invalid-json': 'Invalid Json in script',
  'invalid-type': 'Invalid type',
} as const;
/** Why a text is no script; the key of its text in `SCRIPT_ERROR_TEXTS`. */
export type ScriptErrorCode = keyof typeof SCRIPT_ERROR_TEXTS;

/** A text that is no script. `code` is closed; `message` is the specification's text for it. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError';
  readonly code: ScriptErrorCode;
  /** The number, from 1, of the CSV line that is no point. */
  readonly line: number | undefined;

  constructor(code: ScriptErrorCode, { cause, line }: { readonly cause?: unknown; readonly line?: number } = {}) {
    super(SCRIPT_ERROR_TEXTS[code], cause === undefined ? undefined : { cause });
    this.code = code;
    this.line = line;
  }
}
