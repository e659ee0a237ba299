/** The tables of calls in docs/device-api.md, computed from the contract: `npm run generate` writes them, a test compares them. */
import { calls, DEVICE_API_PREFIX, type GroupName, groupNames } from '@tactus/protocol';
import { openApiDocument } from '@tactus/protocol/openapi';
import { slug } from 'github-slugger';

type Call = (typeof calls)[number];
type Json = Readonly<Record<string, unknown>>;

/** Groups without a published description: they are known from one app's requests. */
const FROM_REQUESTS: readonly GroupName[] = ['system', 'ota'];

/** Bounds of a schema that allow every whole number. */
const UNBOUNDED = new Set([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]);

const WIDTHS: Readonly<Record<string, string>> = {
  '0…4294967295': 'uint32',
  '-2147483648…2147483647': 'int32',
};

const TABLE = /(<!-- calls: (\w+) -->\n)[\s\S]*?(<!-- end of calls -->)/g;

/**
 * The document with its tables computed again. Each is between `<!-- calls: GROUP -->` and `<!-- end of calls -->`. Throws for a
 * group that the contract does not have, and for one without a table.
 */
export function withCallTables(document: string): string {
  const missing = new Set<string>(groupNames);
  const written = document.replace(TABLE, (_, begin: string, group: string, end: string) => {
    if (!missing.delete(group)) throw new Error(`No such group, or a second table of it: ${group}`);
    return `${begin}\n${tableOf(group, headingsOf(document))}\n\n${end}`;
  });
  if (missing.size > 0) throw new Error(`No table of the group ${[...missing].join(', ')}`);
  return written;
}

/** Anchors of the chapters about one object each, by the name of the object. */
function headingsOf(document: string): ReadonlyMap<string, string> {
  const headings = document.matchAll(/^#{3,} ([\d.]+ (?<name>[A-Z]\w+))$/gm);
  return new Map([...headings].map((found) => [found.groups?.['name'] ?? '', slug(found[1] ?? '')]));
}

function tableOf(group: string, anchors: ReadonlyMap<string, string>): string {
  const { paths } = openApiDocument();
  const rows = calls
    .filter((call) => call.group === group)
    .map((call) => {
      const { method, path } = call.endpoint;
      const operation = paths[`${DEVICE_API_PREFIX}${path}`]?.[method.toLowerCase()] as Json; // every call is in the document
      const answer = resultOf(operation);
      const cells = [`\`${method} ${path}\``, String(operation['summary']), inputOf(operation)];
      return [...cells, answer, notesOf(call), basisOf(call)].map((cell) => linked(cell, anchors));
    });
  const lines = [['call', 'what it does', 'takes', 'answers', 'notes', 'rests on'], Array(6).fill('---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const basisOf = ({ group }: Call) => (FROM_REQUESTS.includes(group) ? 'I2' : 'D1');

function notesOf({ endpoint }: Call): string {
  const notes = [
    endpoint.deprecated && 'deprecated',
    endpoint.address === 'none' && 'no connection key',
    endpoint.address === 'device-reference' && 'channel',
    endpoint.credential === 'none' && 'no credential',
    endpoint.credential === 'application-key' && 'application key only',
    endpoint.address !== 'none' && !endpoint.takesTimeout && 'no `timeout`',
    endpoint.motion === 'ends' && 'stops motion',
    endpoint.onFirmware3 && 'firmware 3 too',
    endpoint.sinceFirmware && `firmware ${endpoint.sinceFirmware}`,
  ];
  return notes.filter((note) => note !== false && note !== undefined && note !== '').join(', ');
}

function inputOf(operation: Json): string {
  const query = (operation['parameters'] as Json[])
    .filter(({ in: place }) => place === 'query')
    .map(({ name, required, schema }) => fieldOf(String(name), required === true, schema as Json));
  const body = schemaIn(operation['requestBody'] as Json | undefined);
  const fields = body && (body['properties'] ? fieldsOf(body) : [typeOf(body)]);
  return [...query, ...(fields ?? [])].join('; ');
}

function resultOf(operation: Json): string {
  const answer = (operation['responses'] as Record<string, Json>)['200'];
  if (Object.hasOwn((answer?.['content'] as Json | undefined) ?? {}, 'text/event-stream')) return 'event stream';
  const schema = schemaIn(answer);
  const wrapped = (schema?.['oneOf'] as Json[] | undefined)?.[0];
  const result = wrapped ? (wrapped['properties'] as Json)['result'] : schema;
  return typeOf(result as Json);
}

function schemaIn(part: Json | undefined): Json | undefined {
  const content = part?.['content'] as Record<string, { schema: Json }> | undefined;
  return Object.values(content ?? {})[0]?.schema;
}

function fieldsOf(schema: Json): string[] {
  const required = new Set(schema['required'] as string[] | undefined);
  return Object.entries(schema['properties'] as Record<string, Json>).map(([name, of]) =>
    fieldOf(name, required.has(name), of),
  );
}

function fieldOf(name: string, isRequired: boolean, schema: Json): string {
  const usual = schema['default'] === undefined ? '' : ` = ${String(schema['default'])}`;
  return `\`${name}\`${isRequired ? '' : '?'} ${typeOf(schema)}${usual}`;
}

/** The name of a type in the document. */
function typeOf(schema: Json): string {
  const { $ref, enum: values, anyOf, type, items, const: only, minimum, maximum, exclusiveMinimum, maxItems } = schema;
  if (typeof $ref === 'string') return $ref.replace(/^.*\//, '');
  if (only !== undefined) return `\`${JSON.stringify(only)}\``;
  if (Array.isArray(values)) return spanOf(values.map(Number));
  if (Array.isArray(anyOf)) return [...new Set(anyOf.map((one: Json) => typeOf(one)))].join(' or ');
  if (type === 'array')
    return `list of ${typeOf(items as Json)}${maxItems === undefined ? '' : `, at most ${String(maxItems)}`}`;
  if (type === 'object' && schema['properties'] !== undefined) return `{${fieldsOf(schema).join('; ')}}`;
  const [least, most] = [minimum ?? exclusiveMinimum, maximum].map((bound) =>
    typeof bound === 'number' && !UNBOUNDED.has(bound) ? bound : undefined,
  );
  const range = `${least ?? ''}…${most ?? ''}`;
  const name = [type ?? 'value'].flat().join(' or ').replace('string', 'text');
  if (least === undefined && most === undefined) return name;
  return (type === 'integer' ? WIDTHS[range] : undefined) ?? `${name} ${range}`;
}

/** 0, 1, 2 -> 0…2; an enumeration of this API has no gaps. */
const spanOf = (values: readonly number[]) => `${Math.min(...values)}…${Math.max(...values)}`;

const linked = (answer: string, anchors: ReadonlyMap<string, string>) =>
  answer.replace(/\b[A-Z][a-z]+[A-Z]\w+\b/g, (name) => (anchors.has(name) ? `[${name}](#${anchors.get(name)})` : name));
