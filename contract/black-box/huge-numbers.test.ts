/** Numbers of any size in the input of a call: the cloud and the device go on whatever they are. */
import { type CallName, calls, endpointOf } from '@tactus/protocol';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resultOf } from '../driven-cloud/answers.ts';
import { type Box, type DrivenCloud, startDrivenCloud } from '../driven-cloud/driven-cloud.ts';
import { documentedInput } from '../openapi/document-inputs.ts';
import { factsOf, firstGood } from './facts/all-facts.ts';
import { inputFor } from './facts/call-facts.ts';

const HUGE = [2 ** 31 - 1, Number.MAX_SAFE_INTEGER, 1e19, 1e25, Number.MAX_VALUE].flatMap((size) => [size, -size]);
/** Enough that each field of an input is in one of them. */
const SAMPLES = { numRuns: 40, seed: 1 };
const WATCHED_MS = 1_500;

type Path = readonly string[];

/** The places of the numbers in an input; of a list only the first item. */
function numbersIn(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value === 'number') return [path];
  if (typeof value !== 'object' || value === null) return [];
  const fields = Object.entries(value).slice(0, Array.isArray(value) ? 1 : Infinity);
  return fields.flatMap(([name, inner]) => numbersIn(inner, [...path, name]));
}

function withNumberAt(value: unknown, [name, ...rest]: Path, number: number): unknown {
  if (name === undefined) return number;
  if (Array.isArray(value)) return [withNumberAt(value[0], rest, number), ...(value.slice(1) as unknown[])];
  const fields = value as Readonly<Record<string, unknown>>; // the path leads through objects and lists alone
  return { ...fields, [name]: withNumberAt(fields[name], rest, number) };
}

/** Allowed inputs of a call, one for each field that is a number, with the place of that field. */
function inputsWithNumbers(name: CallName): readonly { readonly field: string; readonly path: Path; input: object }[] {
  const documented = documentedInput(endpointOf(name));
  const found = new Map<string, { field: string; path: Path; input: object }>();
  for (const input of documented ? fc.sample(documented.allowed, SAMPLES) : [])
    for (const path of numbersIn(input)) found.set(path.join('.'), { field: path.join('.'), path, input });
  return [...found.values()];
}

const rows = calls
  .filter(({ endpoint }) => endpoint.envelope !== 'stream')
  .flatMap(({ name }) => inputsWithNumbers(name).map((one) => ({ name, ...one })));

/** A loop of half a second that plays, or on a device without a slider a vibration. */
async function setInMotion({ call }: Box, name: CallName): Promise<void> {
  if (factsOf(name).needs === 'vibration') return void (await call('hvp.start'));
  const points = [
    { t: 0, x: 10 },
    { t: 250, x: 90 },
    { t: 500, x: 10 },
  ];
  await call('hsp.setup', { stream_id: 1 });
  await call('hsp.play', { start_time: 0, loop: true, add: { points, tail_point_stream_index: 3 } });
}

/** The state that shows that a device goes on; every number of it is checked against the contract. */
async function expectState({ call }: Box, name: CallName): Promise<void> {
  const states: readonly CallName[] =
    factsOf(name).needs === 'vibration' ? ['hvp.state'] : ['hsp.state', 'slider.state', 'hstp.offset'];
  for (const state of states) resultOf(await call(state), { name: state, endpoint: endpointOf(state) }, 'tactus');
}

let cloud: DrivenCloud;
let close: () => Promise<void>;
beforeAll(async () => {
  cloud = await startDrivenCloud('tactus', (atEnd) => {
    close = atEnd;
  });
});
afterAll(() => close());

test('every field that is a number is tried', () => {
  expect(rows.map(({ name, field }) => `${name} ${field}`)).toEqual(
    expect.arrayContaining([
      'hstp.setOffset offset',
      'hsp.play add.points.0.t',
      'hsp.synctime server_time',
      'hdsp.xat xa',
    ]),
  );
  expect(rows.length).toBeGreaterThan(40);
});

test.each(rows)('a device in motion goes on after $name with any number as $field', async ({ name, path, input }) => {
  const { needs } = factsOf(name);
  const box = await cloud.makeDevice(needs === 'vibration' ? 'oh' : 'handy');
  for (const number of HUGE) {
    await setInMotion(box, name);
    for (const [before, given] of firstGood(name, 'tactus').before ?? [])
      await box.call(before, await inputFor(given, box));
    await box.received.soFar();
    const startedMs = cloud.time.monotonic();
    const answer = await box.call(name, withNumberAt(input, path, number));
    expect([200, 400], answer.text).toContain(answer.status);
    await cloud.pass(WATCHED_MS);
    await expectState(box, name);
    const laps = (await box.received.soFar()).filter((event) => event.name === 'hsp_looping').length;
    const mostLaps = 2 + ((cloud.time.monotonic() - startedMs) / 1_000) * 2;
    expect({ number, tooMany: laps > mostLaps && laps }).toEqual({ number, tooMany: false });
  }
});
