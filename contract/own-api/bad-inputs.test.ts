/**
 * What every call of our own API answers to bad bodies, missing and wrong credentials and unknown names: `bad-inputs.txt` holds
 * status, name and message of each answer, byte for byte. Clients read these texts, so a change here is a change of the API.
 */
import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { startCloud } from '../cloud/running-cloud.ts';
import { type BadBody, badBodiesOf } from './bad-bodies.ts';
import {
  type Headers,
  OWNER,
  type OwnCall,
  ownCalls,
  type Prepared,
  type TimedCloud,
  UNKNOWN_PARAMS,
} from './own-calls.ts';

const BAD_HEADERS: Readonly<Record<string, Headers>> = {
  'no credential': {},
  'a wrong secret': { authorization: 'Bearer wrong' },
  'a wrong guest session': { authorization: 'Bearer tgs_wrong' },
  'a wrong group session': { authorization: 'Bearer tgg_wrong' },
  'no key': { 'x-api-key': 'any-id' },
  'a malformed key': { 'x-api-key': 'any-id', 'x-connection-key': 'a-b' },
  'a channel as key': { 'x-api-key': 'any-id', 'x-connection-key': 'chref:Abcdef12' },
  'an unknown key': { 'x-api-key': 'any-id', 'x-connection-key': 'NobodyHere1' },
  'a malformed number': { ...OWNER, 'x-tactus-sequence': 'nonsense' },
};

const BAD_STREAMS: Readonly<Record<string, { query?: string; headers?: Headers }>> = {
  'a malformed list': { headers: { 'x-connection-keys': 'DemoHandy1,a-b' } },
  'an empty list': { headers: { 'x-connection-keys': ' , ' } },
  'too many': { headers: { 'x-connection-keys': Array.from({ length: 65 }, (_, n) => `Device${n}`).join() } },
  'samples as text': { query: '?samples=often', headers: { 'x-connection-keys': 'DemoHandy1' } },
  'samples of 1 ms': { query: '?samples=1', headers: { 'x-connection-keys': 'DemoHandy1' } },
};

const ENTRANCE = { 'content-type': 'application/json', host: 'localhost' };

/** Requests of one call, grouped by their answers. */
class Answers {
  private readonly byAnswer = new Map<string, string[]>();
  readonly line: string;

  constructor(line: string) {
    this.line = line;
  }

  add(label: string, answer: string): void {
    this.byAnswer.set(answer, [...(this.byAnswer.get(answer) ?? []), label]);
  }

  toText(): string {
    const groups = [...this.byAnswer].map(([answer, labels]) => `  ${answer}\n    ${labels.join('; ')}\n`);
    return `${this.line}\n${groups.join('')}`;
  }
}

async function send({ cloud }: TimedCloud, call: OwnCall, { params = {}, headers = {}, secret }: Prepared, text = '') {
  const [method, path = ''] = call.line.split(' ');
  const url = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? 'none'));
  const answer = await cloud.inject({
    // The table holds these methods only.
    method: method as 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url,
    headers: { ...ENTRANCE, ...headers },
    ...(text !== '' && { payload: text.replace('SECRET', secret ?? 'SECRET') }),
  });
  const { statusCode: status, body } = answer;
  return { isRefused: status >= 300, text: status >= 300 ? `${status} ${body}` : String(status) };
}

async function answersOf(running: TimedCloud, call: OwnCall): Promise<Answers> {
  const valid = JSON.stringify(call.body ?? {});
  const answers = new Answers(call.body && call.line.endsWith('/do') ? `${call.line} ${valid}` : call.line);
  let prepared: Prepared | undefined;

  async function record({ label, text }: BadBody, changes?: Prepared): Promise<void> {
    prepared ??= await call.prepare(running);
    const answer = await send(running, call, { ...prepared, ...changes }, text);
    answers.add(label, answer.text);
    // What a call has accepted may have used up its resources.
    if (!answer.isRefused) prepared = undefined;
  }

  if (call.isStream)
    for (const [label, { query = '', headers = {} }] of Object.entries(BAD_STREAMS))
      if (call.line.endsWith('tactus/events')) {
        const asked = { ...call, line: `${call.line}${query}` };
        answers.add(label, (await send(running, asked, { headers: { ...OWNER, ...headers } })).text);
      }
  if (!call.isStream) for (const body of badBodiesOf(call.body)) await record(body);
  for (const [label, headers] of Object.entries(BAD_HEADERS))
    if (!call.isStream || /^no |wrong|malformed key/.test(label)) await record({ label, text: valid }, { headers });
  if (!call.isStream) await record({ label: 'unknown names', text: valid }, { params: UNKNOWN_PARAMS });
  return answers;
}

test(`${ownCalls.length} calls of ours answer bad bodies, credentials and names as they did before`, async () => {
  const parts: string[] = [];
  const time = createFakeTime();
  const running = { ...(await startCloud({}, time)), time };
  for (const call of ownCalls) parts.push((await answersOf(running, call)).toText());
  await expect(parts.join('\n')).toMatchFileSnapshot('bad-inputs.txt');
});
