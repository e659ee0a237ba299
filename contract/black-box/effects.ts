/** The effects of a call on each model: its answer, its events, and what follows later. */
import { type calls, type Endpoint, errorKinds } from '@tactus/protocol';
import { expect } from 'vitest';
import { openEvents } from '../cloud/event-reader.ts';
import { refusal, resultOf } from '../driven-cloud/answers.ts';
import type { Box, DrivenCloud } from '../driven-cloud/driven-cloud.ts';
import type { ReceivedEvent } from '../driven-cloud/listener.ts';
import type { Model } from '../driven-cloud/models.ts';
import { factsOf } from './facts/all-facts.ts';
import { canDo, type Expected, type GoodCase, inputFor } from './facts/call-facts.ts';

/** A call of the contract. */
export type Row = Pick<(typeof calls)[number], 'name' | 'endpoint'>;

/** Makes a call with each good input of its facts, on a new device of a model each, and checks all effects. */
export async function expectEffects(cloud: DrivenCloud, row: Row, model: Model): Promise<void> {
  const { good, needs } = factsOf(row.name);
  for (const one of good) {
    if (one.profile !== undefined && one.profile !== cloud.profile) continue;
    const box = await cloud.makeDevice(model.name, one.firmware);
    if (row.endpoint.envelope === 'stream') await expectStream(box, row.endpoint, await inputFor(one.input, box));
    else if (canDo(model, one.needs ?? needs)) await expectGood(box, { row, one, model });
    else await expectNotSupported(box, { row, one });
  }
}

async function expectGood(box: Box, { row, one, model }: { row: Row; one: GoodCase; model: Model }): Promise<void> {
  const { title, before = [], events = [], later = [] } = one;
  const what = `${row.name} ${title} on a ${model.name}`;
  for (const [name, given] of before) {
    const answer = await box.call(name, await inputFor(given, box));
    expect(answer.text, `before ${what}`).not.toMatch(/^\{"(error|name)"/);
  }
  const input = await inputFor(one.input, box);
  await box.received.soFar();

  const answer = await box.call(row.name, input);
  if (one.refused) {
    expect([answer.status, answer.json], what).toEqual([200, refusal(one.refused)]);
  } else {
    const result = resultOf(answer, row, box.cloud.profile);
    const known = typeof one.result === 'function' ? one.result(model) : one.result;
    if (known !== undefined) expect({ result }, what).toMatchObject({ result: known });
  }

  const received = one.leaves ? [] : withoutBattery(await box.received.soFar());
  expect(received.slice(0, events.length), what).toMatchObject(events.map(asReceived));
  await expectLater(box, received.slice(events.length), later);
}

/** Events that arrive later; the first of them may have arrived already, the others must not. */
async function expectLater(box: Box, received: readonly ReceivedEvent[], later: readonly Expected[]): Promise<void> {
  const allowed = new Set(later.map(([name]) => name));
  expect(namesOf(received).filter((name) => !allowed.has(name))).toEqual([]);
  let waiting = received;
  for (const [name, payload] of later) {
    const place = waiting.findIndex(
      (one) => one.name === name && (!payload || expect.objectContaining(payload).asymmetricMatch(one.data)),
    );
    if (place >= 0) {
      waiting = waiting.slice(place + 1);
      continue;
    }
    waiting = [];
    await box.received.until(name, payload);
  }
}

async function expectNotSupported(box: Box, { row, one }: { row: Row; one: GoodCase }): Promise<void> {
  const answer = await box.call(row.name, await inputFor(one.input, box));
  const expected = one.answersEarly ? { result: 'ok' } : refusal(errorKinds.notSupported);
  expect([answer.status, answer.json], one.title).toEqual([200, expected]);
  expect(namesOf(await box.received.soFar()), one.title).toEqual([]);
}

async function expectStream({ cloud, key }: Box, { path }: Endpoint, input: object = {}): Promise<void> {
  expect(path).toBe('/sse');
  // The facts have the fields of a query as texts.
  const query = new URLSearchParams({ ck: key, apikey: 'any-id', ...(input as Record<string, string>) });
  const stream = await cloud.drive(openEvents(cloud.port, `?${query}`));
  expect(stream.response.statusCode).toBe(200);
  expect(stream.response.headers['content-type']).toBe('text/event-stream; charset=utf-8');
  expect(await cloud.drive(stream.next())).toMatchObject({
    event: 'device_status',
    data: { connection_key: key, data: { connected: true } },
  });
  stream.close();
}

const asReceived = ([name, data]: Expected) => (data === undefined ? { name } : { name, data });
/** The names of events. */
export const namesOf = (received: readonly ReceivedEvent[]) => withoutBattery(received).map(({ name }) => name);
/** The battery discharges meanwhile, which is no effect of a call. */
const withoutBattery = (received: readonly ReceivedEvent[]) =>
  received.filter(({ name }) => name !== 'battery_changed');
