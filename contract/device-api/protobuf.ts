/** Encodes messages as protobuf 3 does, by the tables of docs/device-api.md (chapter 10). */

/** A field of a message. A `kind` that is not one of protobuf's own is the name of another message. */
interface Field {
  readonly number: number;
  readonly kind: string;
  readonly isRepeated: boolean;
}

/** The fields of each message by name; those of requests and results are under `Request.NAME` and `Response.NAME`. */
export type Messages = ReadonlyMap<string, ReadonlyMap<string, Field>>;

const FIELD = /(?<number>\d+) (?<name>\w+):(?<repeated>repeated )?(?<kind>\w+)/g;

/** Reads the tables of messages: `NUMBER | NAME | FIELDS | …` of requests and notifications, `NAME | FIELDS` of others. */
export function readMessages(document: string): Messages {
  const chapter = (number: string) => document.split(new RegExp(`^### ${number} `, 'm'))[1]?.split(/^### /m)[0] ?? '';
  const messages = new Map<string, Map<string, Field>>();
  for (const row of rowsOf(chapter('10.3') + chapter('10.4'))) messages.set(row[0] ?? '', fieldsOf(row[1] ?? ''));
  const addTo = (parent: string, [number = '', name = '']: readonly string[], fields: string) => {
    if (!/^\d+$/.test(number)) return;
    const kind = `${parent}.${name}`;
    messages.set(kind, fieldsOf(fields));
    messages.get(parent)?.set(name, { number: Number(number), kind, isRepeated: false });
  };
  for (const row of rowsOf(chapter('10.4'))) {
    addTo('Request', row, row[2] ?? '');
    addTo('Response', row, row[3] ?? '');
  }
  for (const row of rowsOf(chapter('10.5'))) addTo('Notification', row, row[2] ?? '');
  return messages;
}

/** The cells of all tables of a text. */
export function rowsOf(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
}

function fieldsOf(text: string): Map<string, Field> {
  return new Map(
    [...text.matchAll(FIELD)].map(({ groups }) => [
      groups?.['name'] ?? '',
      {
        number: Number(groups?.['number']),
        kind: groups?.['kind'] ?? '',
        isRepeated: groups?.['repeated'] !== undefined,
      },
    ]),
  );
}

const VARINT = new Set(['uint32', 'uint64', 'int32', 'enum', 'bool', 'sint64']);

/** The bytes of a message. Fields are written in the order of their numbers. Throws for a field that the tables do not list. */
export function encode(messages: Messages, name: string, value: Readonly<Record<string, unknown>>): Buffer {
  const fields = messages.get(name);
  const parts = Object.entries(value).map(([key, of]) => {
    const field = fields?.get(key);
    if (!field) throw new RangeError(`${name} has no field ${key}`);
    return { field, of };
  });
  parts.sort((a, b) => a.field.number - b.field.number);
  return Buffer.concat(
    parts.flatMap(({ field, of }) =>
      (field.isRepeated ? (of as unknown[]) : [of]).map((one) => encodeField(messages, field, one)),
    ),
  );
}

function encodeField(messages: Messages, { number, kind, isRepeated }: Field, value: unknown): Buffer {
  const tag = (wire: number) => varint(BigInt((number << 3) | wire));
  if (messages.has(kind)) {
    // The tables say that this field is a message, and so an object in JSON.
    const inner = encode(messages, kind, value as Readonly<Record<string, unknown>>);
    return Buffer.concat([tag(2), varint(BigInt(inner.length)), inner]);
  }
  if (!isRepeated && (value === 0 || value === false || value === '')) return Buffer.alloc(0);
  if (kind === 'string') {
    const text = Buffer.from(String(value), 'utf8');
    return Buffer.concat([tag(2), varint(BigInt(text.length)), text]);
  }
  if (kind === 'float') {
    const four = Buffer.alloc(4);
    four.writeFloatLE(Number(value));
    return Buffer.concat([tag(5), four]);
  }
  if (!VARINT.has(kind)) throw new RangeError(`No such kind: ${kind}`);
  const whole = BigInt(Number(value));
  return Buffer.concat([tag(0), varint(kind === 'sint64' ? (whole << 1n) ^ (whole >> 63n) : whole)]);
}

/** Seven bits a byte, the lowest first; a negative number as the ten bytes of its 64 bits. */
function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  return Buffer.from([...bytes, Number(rest)]);
}
