/** Bodies that a call must refuse or tolerate: the valid one with one value exchanged, and texts that are no object. */

/** A body and the words that name it in the table of answers. */
export interface BadBody {
  readonly label: string;
  readonly text: string;
}

const LONG = 'x'.repeat(2_000);
const VALUES: readonly unknown[] = [
  ...[null, true, false, 0, 1, -1, 0.5, 2, 499, 60_001, 1e9, 2 ** 53, -0.001],
  ...['', ' ', 'text', '\u200b', 'owner', LONG, [], [1], ['text'], [null], {}, { min: 0 }],
];

const WHOLE: readonly BadBody[] = [
  ...['', ' ', '{', '[]', '[{}]', 'null', '7', '"text"', 'true', '{}', '{"unknown":1}', '{"__proto__":{"name":"x"}}'],
  `{"a":${'['.repeat(200)}${']'.repeat(200)}}`,
].map((text) => ({ label: `body ${shorten(text)}`, text }));

/** The bad bodies of a call; `valid` is its valid body. */
export function badBodiesOf(valid: object = {}): readonly BadBody[] {
  const bodies: BadBody[] = [{ label: 'valid', text: JSON.stringify(valid) }, ...WHOLE];
  for (const path of pathsOf(valid)) {
    const label = path.join('.');
    bodies.push({ label: `no ${label}`, text: JSON.stringify(changed(valid, path, undefined)) });
    for (const value of VALUES)
      bodies.push({
        label: `${label}=${shorten(JSON.stringify(value))}`,
        text: JSON.stringify(changed(valid, path, value)),
      });
  }
  for (const [name, count] of [
    ['t', 50_001],
    ['points', 1_001],
    ['connectionKeys', 65],
    ['steps', 1_001],
    ['allow', 9],
  ] as const) // prettier-ignore
    if (name in valid) {
      const [first = 0] = valuesIn(valid, name);
      const list = Array.from({ length: count }, (_, index) => (name === 't' ? index : first));
      const body = name === 't' ? { ...valid, t: list, x: list.map(() => 0) } : { ...valid, [name]: list };
      bodies.push({ label: `${name}: ${count}`, text: JSON.stringify(body) });
    }
  return bodies;
}

const valuesIn = (body: object, name: string): readonly unknown[] => {
  const list: unknown = Object.entries(body).find(([key]) => key === name)?.[1];
  return Array.isArray(list) ? list : [];
};

/** The paths of all values inside, those of lists included. */
function pathsOf(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => [
    [...path, name],
    ...pathsOf(inner, [...path, name]),
  ]);
}

/** A copy with another value at a path; undefined takes the field away. */
function changed(body: object, path: readonly string[], value: unknown): object {
  const copy = structuredClone(body) as Record<string, unknown>; // a JSON object
  let inner = copy;
  for (const name of path.slice(0, -1)) inner = inner[name] as Record<string, unknown>; // the path leads through objects and lists
  inner[path.at(-1) ?? ''] = value;
  return copy;
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 30)}… (${text.length})` : text.replaceAll('\u200b', '\\u200b');
}
