/** Reads the examples of docs/device-api.md (chapter 13) and compares them with answers. */

/** A request and its answer, or an event that then arrives on the open stream. */
export interface Example {
  /** The line in the document, from 1. */
  readonly line: number;
  /** `PUT /hamp/start`; empty where only an event is expected. */
  readonly request: string;
  /** Headers of the example; an empty one is not sent at all. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The name of the file that is sent as a form; `body` is its content. */
  readonly file: string | undefined;
  readonly status: number | undefined;
  /** The JSON of the answer, with placeholders. */
  readonly answer: string;
  /** The frame on the stream, with placeholders. */
  readonly event: { readonly name: string; readonly data: string } | undefined;
}

const HEADER = /^(?<name>[A-Z][\w-]*):(?: (?<value>.*))?$/;

/** The examples of all blocks marked `http`, in their order. */
export function examplesIn(document: string): Example[] {
  const blocks = document.matchAll(/^```http\n(?<text>[\s\S]*?)^```$/gm);
  return [...blocks].flatMap((block) => {
    let line = document.slice(0, block.index).split('\n').length + 1;
    return (block.groups?.['text'] ?? '').split('\n\n').map((text) => {
      const example = readExample(text, line);
      line += text.split('\n').length + 1;
      return example;
    });
  });
}

function readExample(text: string, line: number): Example {
  const lines = text.trimEnd().split('\n');
  const [request = '', ...sent] = lines.filter((one) => one.startsWith('> ')).map((one) => one.slice(2));
  const back = lines.filter((one) => one.startsWith('< ')).map((one) => one.slice(2));
  const headers = sent.filter((one) => HEADER.test(one)).map((one) => HEADER.exec(one)?.groups ?? {});
  const rest = sent.filter((one) => !HEADER.test(one));
  const file = rest[0]?.startsWith('file=') ? rest.shift()?.slice('file='.length) : undefined;
  const { status, answer = '' } = /^(?<status>\d{3})(?: (?<answer>.+))?$/.exec(back[0] ?? '')?.groups ?? {};
  const [name, data] = ['event: ', 'data: '].map((key) => back.find((one) => one.startsWith(key))?.slice(key.length));
  return {
    line,
    request,
    headers: Object.fromEntries(headers.map((header) => [header['name'], header['value'] ?? ''])),
    body: rest.join('\n'),
    file,
    status: status === undefined ? undefined : Number(status),
    answer,
    event: name === undefined ? undefined : { name, data: data ?? '' },
  };
}

/** Placeholders of an answer, and a check for each; any other name matches a text, which is remembered under the name. */
const KINDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  '<int>': Number.isInteger,
  '<number>': Number.isFinite,
  '<bool>': (value) => typeof value === 'boolean',
  '<text>': (value) => typeof value === 'string' && value !== '',
  '<ulid>': (value) => typeof value === 'string' && /^[0-9A-HJKMNP-TV-Z]{26}$/.test(value),
};
const PLACEHOLDER = /^<\w+>$/;
const MORE = '…';

/**
 * The difference of an answer, which is called by `name`, from the example, in one sentence; undefined without one. `remembered`
 * receives the values of placeholders that later examples use. Throws a SyntaxError for an example that is no JSON.
 */
export function mismatch(
  example: string,
  actual: unknown,
  { name, remembered }: { readonly name: string; readonly remembered: Map<string, string> },
): string | undefined {
  const json = example
    .replace(/"?(<\w+>)"?/g, '"$1"')
    .replace(/(?<=[{,[])\s*…(?=\s*\})/g, `"${MORE}":true`)
    .replace(/(?<=[{,[])\s*…(?=\s*\])/g, `"${MORE}"`);
  return differs(JSON.parse(json), actual, name, remembered);
}

function differs(wanted: unknown, actual: unknown, at: string, remembered: Map<string, string>): string | undefined {
  const wrong = `${at} is ${JSON.stringify(actual)}, not ${JSON.stringify(wanted)}`;
  if (typeof wanted === 'string' && PLACEHOLDER.test(wanted)) {
    if (KINDS[wanted] === undefined && typeof actual === 'string') remembered.set(wanted, actual);
    return (KINDS[wanted] ?? KINDS['<text>'])?.(actual) ? undefined : wrong;
  }
  if (typeof wanted !== 'object' || wanted === null) return Object.is(wanted, actual) ? undefined : wrong;
  if (typeof actual !== 'object' || actual === null || Array.isArray(wanted) !== Array.isArray(actual)) return wrong;
  const parts = Object.entries(wanted).filter(([key, value]) => key !== MORE && value !== MORE);
  const isOpen = Object.hasOwn(wanted, MORE) || Object.values(wanted).includes(MORE);
  const extra = Object.keys(actual).filter((key) => !Object.hasOwn(wanted, key));
  if (!isOpen && extra.length > 0) return `${at} also has ${extra.join(', ')}`;
  for (const [key, value] of parts) {
    // The parts of an object or a list have keys.
    const found = differs(value, (actual as Record<string, unknown>)[key], `${at} › ${key}`, remembered);
    if (found !== undefined) return found;
  }
  return undefined;
}
