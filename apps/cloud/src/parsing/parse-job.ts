import { createHash } from 'node:crypto';
import { parseActions, parseScriptFile, pointsToColumns, type ScriptColumns } from '@tactus/motion';
import { type CallName, endpointOf, type ParsedInputOf, type ReadInputResult, readInput } from '@tactus/protocol';
import { type JobBytes, joinBytes } from './job-bytes.ts';
import { ParseRefusal } from './parse-refusal.ts';
import {
  parseScriptBytes,
  readUploadedScript,
  requireScriptLength,
  type StoredUpload,
  scriptErrorToRefusal,
} from './read-script.ts';
import { JSON_DEPTH_MAX, structureProblem } from './text-structure.ts';
import { isValueTooLarge, VALUE_LIMITS } from './value-size.ts';

/** The body of a call of the device API after parsing: its input, or the fault in it. */
export interface ParsedCallInput {
  readonly reading: ReadInputResult;
  /** The SHA-256 of the body, in base64url. */
  readonly hash: string;
  /** The points of the script in the body, or the fault in it; undefined where there is none. */
  readonly script?: ScriptColumns | { readonly problem: string };
}

/** All untrusted input that is parsed here: the type of each job's input and output. */
interface ParseKinds {
  readonly upload: { readonly in: { readonly type: string }; readonly out: StoredUpload };
  readonly script: { readonly in: { readonly type: string }; readonly out: ScriptColumns };
  readonly call: { readonly in: { readonly call: CallName }; readonly out: ParsedCallInput };
  readonly json: { readonly in: object; readonly out: unknown };
}

/** The kind of a job. */
export type ParseKind = keyof ParseKinds;

/** One job: bytes, and their stated type. It can be sent to a thread. */
export type ParseJob<K extends ParseKind = ParseKind> = {
  readonly [N in K]: { readonly kind: N; readonly bytes: JobBytes } & ParseKinds[N]['in'];
}[K];

/** The result of a job. */
export type ParseResult<K extends ParseKind> = ParseKinds[K]['out'];

/** Executes a job in this thread. Throws a `ParseRefusal` for input that cannot be read. */
export function runParseJob<K extends ParseKind>(job: ParseJob<K>): ParseResult<K>;
export function runParseJob(job: ParseJob): ParseResult<ParseKind> {
  const bytes = joinBytes(job.bytes);
  switch (job.kind) {
    case 'upload':
      return readUploadedScript(bytes, job.type);
    case 'script':
      return parseScriptBytes(bytes, job.type);
    case 'call':
      return {
        ...readCall(job.call, bytes),
        hash: createHash('sha256').update(bytes).digest('base64url'),
      };
    case 'json':
      return requireSmallEnough(parseJson(bytes));
  }
}

function requireSmallEnough(value: unknown): unknown {
  if (!isValueTooLarge(value, VALUE_LIMITS)) return value;
  const { parts, names } = VALUE_LIMITS;
  throw new ParseRefusal('too-large', `A body has at most ${parts} lists and objects, and ${names} different names`);
}

/** The value of a JSON text; undefined for an empty one. */
function parseJson(bytes: Uint8Array): unknown {
  if (structureProblem(bytes, { depth: JSON_DEPTH_MAX, parts: Number.POSITIVE_INFINITY }) !== undefined)
    throw new ParseRefusal('invalid', `The body is nested deeper than ${JSON_DEPTH_MAX} levels`);
  const text = new TextDecoder().decode(bytes);
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw error instanceof SyntaxError ? new ParseRefusal('invalid', 'The body is not valid JSON') : error;
  }
}

/** A script in the body is parsed too, and removed from the input: only its points are passed on. */
function readCall(call: CallName, bytes: Uint8Array): Omit<ParsedCallInput, 'hash'> {
  const value = orProblem(() => parseJson(bytes));
  if ('problem' in value) return { reading: { ok: false, problem: value.problem } };
  const reading = readInput(endpointOf(call), value.read);
  if (!reading.ok || call !== 'hssp.setup') return { reading };
  const { csv, actions, ...rest } = reading.input as ParsedInputOf<'hssp.setup'>; // the type of its row
  if (csv === undefined && actions === undefined) return { reading };
  const script = orProblem(() => parseInlineBody(csv, actions));
  return { reading: { ok: true, input: { ...rest, actions: [] } }, script: 'read' in script ? script.read : script };
}

function orProblem<T>(read: () => T): { readonly read: T } | { readonly problem: string } {
  try {
    return { read: read() };
  } catch (error) {
    if (!(error instanceof ParseRefusal)) throw error;
    return { problem: error.message };
  }
}

/** The points of a script that came in a request, as CSV or as a list of actions. Throws a `ParseRefusal`. */
export function parseInlineBody(csv: string | undefined, actions: unknown): ScriptColumns {
  const read = () =>
    csv === undefined ? pointsToColumns(parseActions(actions ?? []).points) : parseScriptFile(csv, 'text/csv').columns;
  return requireScriptLength(scriptErrorToRefusal(read));
}
