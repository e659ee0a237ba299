import * as z from 'zod/mini';
import { type Endpoint, noInputSchema, type Schema } from './endpoint.ts';
import { isJsonObject } from './json.ts';

/** The outcome of reading a call's input: the checked input, or one sentence about what is wrong with it. */
export type ReadInputResult = { ok: true; input: unknown } | { ok: false; problem: string };

/**
 * Reads the input of a call liberally, because clients in use differ: an absent or empty body, camelCase for snake_case
 * (and the other way round) and the row's own aliases are accepted, unknown fields are dropped. Never throws.
 */
export function readInput(endpoint: Endpoint, raw: unknown): ReadInputResult {
  const fields = raw === undefined || raw === null || raw === '' ? {} : raw;
  if (!isJsonObject(fields)) return { ok: false, problem: 'The body must be an object' };
  if (endpoint.input === noInputSchema) return { ok: true, input: {} };
  const parsed = z.safeParse(endpoint.input, renameFields(fields, fieldsOf(endpoint.input), endpoint.aliases));
  if (parsed.success) return { ok: true, input: parsed.data };
  return { ok: false, problem: describeIssue(parsed.error.issues[0]) };
}

function renameFields(
  fields: Record<string, unknown>,
  known: ReadonlySet<string>,
  aliases: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const renamed: Record<string, unknown> = {};
  for (const key of Object.keys(fields)) {
    const value = fields[key];
    const name = known.has(key) ? key : (aliases[key] ?? otherSpelling(key, known));
    if (name !== key && Object.hasOwn(fields, name)) continue;
    const isInner = isJsonObject(value) && known !== SNAKE_CASE_FIELDS;
    renamed[name] = isInner ? renameFields(value, SNAKE_CASE_FIELDS, {}) : value;
  }
  return renamed;
}

/** Objects inside a body (the `add` of `/hsp/play`) are written in snake_case; only one level is converted. */
const SNAKE_CASE_FIELDS: ReadonlySet<string> = new Set([
  'points',
  'flush',
  'tail_point_stream_index',
  'tail_point_threshold',
]);

function otherSpelling(key: string, known: ReadonlySet<string>): string {
  const spellings = [
    key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  ];
  return spellings.find((spelling) => known.has(spelling)) ?? key;
}

/** The fields of each schema, computed once: a schema never changes. */
const knownFields = new WeakMap<Schema, ReadonlySet<string>>();

function fieldsOf(schema: Schema): ReadonlySet<string> {
  let fields = knownFields.get(schema);
  if (!fields) {
    fields = new Set(schema instanceof z.ZodMiniObject ? Object.keys(schema.shape) : []);
    knownFields.set(schema, fields);
  }
  return fields;
}

function describeIssue(issue: z.core.$ZodIssue | undefined): string {
  if (!issue) return 'The request is not valid';
  if (issue.message !== UNWORDED) return issue.message;
  return `${issue.path.map(String).join('.') || 'The request'} ${describeKind(issue)}`;
}

/** Zod's text where a schema has no text of its own and no language is loaded. */
const UNWORDED = 'Invalid input';

function describeKind(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be of type ${issue.expected}`;
    case 'too_small':
      return `must be ${issue.inclusive ? 'at least' : 'above'} ${String(issue.minimum)}`;
    case 'too_big':
      return `must be ${issue.inclusive ? 'at most' : 'below'} ${String(issue.maximum)}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    default:
      return 'is not valid';
  }
}
