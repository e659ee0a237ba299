/** The sweep over all calls of the contract: one test for each, with every check that holds for all calls. */
import { type CallName, calls, errorKinds } from '@tactus/protocol';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEvents } from '../cloud/event-reader.ts';
import type { RequestOptions } from '../cloud/running-cloud.ts';
import { expectBadInput, MISSING_KEY, OFFLINE, resultOf, UNAUTHENTICATED } from '../driven-cloud/answers.ts';
import { type Box, type DrivenCloud, type Profile, requestOf, startDrivenCloud } from '../driven-cloud/driven-cloud.ts';
import { type Model, models } from '../driven-cloud/models.ts';
import { documentedInput } from '../openapi/document-inputs.ts';
import { expectEffects, namesOf, type Row } from './effects.ts';
import { factsOf, firstGood } from './facts/all-facts.ts';
import { inputFor } from './facts/call-facts.ts';

/** Bodies that no row accepts. */
const NO_OBJECTS = ['{"velocity":', '[1]', '"text"', '5', 'true'];
const UNAUTHORIZED = { error: { code: 401, name: 'Unauthorized', message: 'Unauthorized' } };
const NOBODY = 'NobodyHere1';
const ASKED_MS = 8_000;
const DEFAULT_MS = 5_000;
/** What a model can do depends neither on the profile nor on the store; in depth all run. */
const IS_SECOND_STORE =
  process.env['TACTUS_TEST_STORE'] !== undefined && process.env['TACTUS_DEEP_POSTGRES'] === undefined;
const isFirstOfItsKind = ({ name }: Model) => /^(handy|oh)$/.test(name);
/** Inputs that the document allows, for each call. */
const ALLOWED_INPUTS = 6;

/** Calls that the cloud answers without the device. */
const ANSWERED_HERE: ReadonlySet<CallName> = new Set([
  'auth.issueToken',
  'auth.renewToken',
  'utils.servertime',
  'info.connected',
  'info.statistics',
  'ota.versions',
  'sse.events',
]);

/** One test for each call. */
export function describeEveryCall(profile: Profile): void {
  describe(`under the profile ${profile}`, () => {
    let cloud: DrivenCloud;
    let close: () => Promise<void>;
    beforeAll(async () => {
      cloud = await startDrivenCloud(profile, (end) => {
        close = end;
      });
    });
    afterAll(() => close());

    test.each([...calls])('$name', async (row) => {
      for (const model of profile === 'tactus' && !IS_SECOND_STORE ? models : models.filter(isFirstOfItsKind))
        await expectEffects(cloud, row, model);
      await expectRefusals(row);
      await expectOldFirmware(row);
      if (profile === 'tactus' && !ANSWERED_HERE.has(row.name)) {
        const { takesTimeout } = row.endpoint;
        expect(await waitOf(cloud, row, String(ASKED_MS))).toBe(takesTimeout ? ASKED_MS : DEFAULT_MS);
      }
    });

    /** The refusals of a call, in the order of the cloud's checks, and the answers for a device that is not there. */
    async function expectRefusals(row: Row): Promise<void> {
      const box = await cloud.makeDevice('handy', '4.0.11');
      const request = requestOf(row.endpoint, await inputFor(firstGood(row.name, profile).input, box));
      const answerWith = async (headers: Readonly<Record<string, string>>) => {
        const all = { ...request.headers, ...headers };
        const { status, json, text } = await cloud.ask(request.line, { ...request, asOwner: false, headers: all });
        return [status, json ?? text];
      };
      const isToDevice = row.endpoint.address !== 'none';
      if (isToDevice) await expectKeyRefusals(row, answerWith);
      await expectInputRefusals(row, box);
      expect(namesOf(await box.received.soFar())).toEqual([]);

      const { credential } = row.endpoint;
      const refused = await answerWith({ 'x-connection-key': box.key });
      if (credential === 'any') expect(refused).toEqual([401, UNAUTHENTICATED]);
      else if (credential === 'application-key') expect(refused).toEqual([401, UNAUTHORIZED]);
      else expect(refused[0]).toBe(200);

      if (profile === 'tactus') await expectAllowed(row, box);
      if (isToDevice) await expectOffline(row, box, request);
    }

    async function expectKeyRefusals(
      row: Row,
      answerWith: (headers: Readonly<Record<string, string>>) => Promise<readonly unknown[]>,
    ): Promise<void> {
      expect(await answerWith({ 'x-api-key': 'id' })).toEqual([400, MISSING_KEY]);
      for (const key of row.endpoint.address === 'device-reference' ? ['abcd'] : ['abcd', 'chref:Abcdefgh12'])
        expect(await answerWith({ 'x-api-key': 'id', 'x-connection-key': key })).toEqual([
          400,
          { name: 'Bad request', message: expect.stringContaining('connection key') },
        ]);
      // Our own cloud distinguishes an unknown key from a device that is offline.
      const unknown = { connected: false, ...(profile === 'tactus' && { known: false }) };
      if (row.endpoint.envelope === 'stream')
        expect(await statusOf(NOBODY)).toEqual({ connection_key: NOBODY, data: unknown });
      else
        expect(await answerWith({ 'x-api-key': 'id', 'x-connection-key': NOBODY })).toEqual([
          200,
          row.name === 'info.connected' ? { result: unknown } : OFFLINE,
        ]);
    }

    /** Input outside the contract: what the facts list, and everything that the API document does not allow. */
    async function expectInputRefusals(row: Row, box: Box): Promise<void> {
      const { name, endpoint } = row;
      for (const { input, message, profile: only } of factsOf(name).bad ?? [])
        if (only === undefined || only === profile)
          expectBadInput(await box.call(name, await inputFor(input, box)), endpoint, message);
      if (endpoint.envelope === 'stream') return;
      const documented = documentedInput(endpoint);
      for (const input of documented?.faulty ?? []) {
        expect({ input, allowed: documented?.allows(input) }).toEqual({ input, allowed: isComparison(input) });
        expectBadInput(await box.call(name, input), endpoint, undefined);
      }
      if (endpoint.inputIn !== 'body') return;
      const { line } = requestOf(endpoint);
      for (const body of NO_OBJECTS)
        expectBadInput(await cloud.ask(line, { body, headers: { 'x-connection-key': box.key } }), endpoint, undefined);
    }

    /** Whatever the API document allows, neither the cloud nor the device refuses as input. */
    async function expectAllowed({ name, endpoint }: Row, box: Box): Promise<void> {
      const documented = documentedInput(endpoint);
      if (!documented || endpoint.envelope === 'stream') return;
      for (const input of fc.sample(documented.allowed, ALLOWED_INPUTS)) {
        const answer = await box.call(name, input);
        expect({ input, allowed: documented.allows(input) }).toEqual({ input, allowed: true });
        expect({ input, status: answer.status }).not.toEqual({ input, status: 400 });
        // One end of a window may lie beyond the other end, which the device has.
        if (name === 'slider.setStroke' && Object.keys(input).length < 2) continue;
        expect(answer.text, JSON.stringify(input)).not.toContain(String(errorKinds.invalidParameter.code));
      }
    }

    async function expectOffline(
      row: Row,
      box: Box,
      request: { readonly line: string } & RequestOptions,
    ): Promise<void> {
      await box.do({ connected: false });
      if (row.endpoint.envelope === 'stream') {
        expect(await statusOf(box.key)).toEqual({ connection_key: box.key, data: { connected: false } });
        return;
      }
      const headers = { ...request.headers, 'x-connection-key': box.key };
      const { status, json } = await cloud.ask(request.line, { ...request, headers });
      expect([status, json]).toEqual([200, row.name === 'info.connected' ? { result: { connected: false } } : OFFLINE]);
    }

    async function expectOldFirmware(row: Row): Promise<void> {
      if (row.endpoint.address === 'none') return;
      const box = await cloud.makeDevice('handy', '3.2.3');
      if (row.endpoint.envelope === 'stream') {
        const info = { fw_version: '3.2.3', fw_status: 2 };
        expect(await statusOf(box.key)).toMatchObject({ data: { connected: true, info } });
        return;
      }
      const answer = await box.call(row.name, await inputFor(firstGood(row.name, profile).input, box));
      if (row.endpoint.onFirmware3) resultOf(answer, row, profile);
      else expect([answer.status, answer.json]).toEqual([200, OFFLINE]);
    }

    /** The first event of a device. */
    async function statusOf(key: string): Promise<unknown> {
      const stream = await cloud.drive(openEvents(cloud.port, `?ck=${key}&apikey=any-id`));
      const { data } = await cloud.drive(stream.next());
      stream.close();
      return data;
    }
  });
}

/** JSON Schema cannot compare two fields: the document states these rules in words. */
const isComparison = (input: Readonly<Record<string, unknown>>): boolean =>
  (input['min'] === 0.8 && input['max'] === 0.2) || (input['ck'] === 'Fghij' && input['to'] === 'Abcde');

const TIMED_OUT = { error: { code: 1002, name: 'DeviceTimeout', message: 'Device timeout', connected: true } };

/** How long a call with this timeout waits for a device that receives everything and answers nothing, in ms. */
export async function waitOf(cloud: DrivenCloud, { name, endpoint }: Row, timeout: string | undefined) {
  // A call that the cloud answers first has another input that waits for the device.
  const { good } = factsOf(name);
  const one = good.find(({ title }) => title === 'waited for') ?? good[0];
  const device = await cloud.makeDevice(endpoint.path.startsWith('/hvp') ? 'oh' : 'handy', '4.0.19');
  for (const [before, given] of one?.before ?? []) await device.call(before, await inputFor(given, device));
  const request = requestOf(endpoint, await inputFor(one?.input, device));
  await device.setFaults({ lostAnswers: 1 });
  const line =
    timeout === undefined ? request.line : `${request.line}${request.line.includes('?') ? '&' : '?'}timeout=${timeout}`;
  const startedMs = cloud.time.monotonic();
  const { status, json } = await cloud.ask(line, {
    ...request,
    headers: { ...request.headers, 'x-connection-key': device.key },
  });
  expect([status, json], line).toEqual([200, TIMED_OUT]);
  // The clock advances in small steps, some of them while the request is in transit.
  return Math.round((cloud.time.monotonic() - startedMs) / 500) * 500;
}
