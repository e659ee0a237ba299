/** Runs the examples of docs/device-api.md against a cloud of their own, one after the other. */
import { systemTime } from '@tactus/time';
import { type Frame, type OpenStream, openEvents } from '../cloud/event-reader.ts';
import { API, startCloud } from '../cloud/running-cloud.ts';
import { type Example, examplesIn, mismatch } from './examples.ts';

const SCRIPT_HOST = '/api/script/v0';
/** Headers of every request that shows no others. */
const USUAL = { 'X-Api-Key': 'me', 'X-Connection-Key': 'DemoHandy1' };

/** The differences of the cloud from the document, one line each. `eventWithinMs` is the longest wait for an event. */
export async function runExamples(document: string, eventWithinMs: number): Promise<readonly string[]> {
  const { url, port } = await startCloud();
  const remembered = new Map<string, string>();
  let stream: OpenStream | undefined;
  let unread: Promise<Frame> | undefined;

  const filled = (text: string) =>
    text.replace(/<\w+>/g, (name) => (name === '<now>' ? String(systemTime.now()) : (remembered.get(name) ?? name)));

  async function answerTo({ request, headers, body, file }: Example): Promise<{ status: number; json: unknown }> {
    const [method = '', target = ''] = filled(request).split(' ');
    const sent = Object.entries({ ...USUAL, ...headers }).filter(([, value]) => value !== '');
    const base = target.startsWith('http') ? '' : url + (file === undefined ? API : SCRIPT_HOST);
    const form = new FormData();
    if (file !== undefined) form.set('file', new File([body], file));
    const answer = await fetch(base + target, {
      method,
      headers: sent.map(([name, value]): [string, string] => [name, filled(value)]),
      ...(body !== '' && { body: file === undefined ? filled(body) : form }),
    });
    return { status: answer.status, json: await answer.json() };
  }

  /** Skips frames until one matches the example; returns the difference of the last frame of that name. */
  async function eventFits({ event }: Example): Promise<string | undefined> {
    let wrong: string | undefined = `no ${event?.name}`;
    const waiting = new AbortController();
    const late = systemTime.sleep(eventWithinMs, waiting.signal).catch(() => undefined);
    while (wrong !== undefined) {
      unread ??= stream?.next();
      const frame = await Promise.race([unread, late]);
      if (!frame) return wrong;
      unread = undefined;
      if (frame.event === event?.name)
        wrong = mismatch(event?.data ?? '', frame.data, { name: 'the event', remembered });
    }
    waiting.abort();
    return undefined;
  }

  async function wrongWith(example: Example): Promise<string | undefined> {
    const { request, status, answer } = example;
    if (request.startsWith('GET /sse')) stream = await openEvents(port, request.slice('GET /sse'.length));
    else if (request !== '') {
      const { status: actual, json } = await answerTo(example);
      if (actual !== status) return `the status is ${actual}, not ${status}`;
      return mismatch(answer, json, { name: 'the answer', remembered });
    }
    return await eventFits(example);
  }

  const wrong: string[] = [];
  for (const example of examplesIn(document)) {
    const found = await wrongWith(example);
    if (found !== undefined) wrong.push(`line ${example.line}, ${example.request || example.event?.name}: ${found}`);
  }
  return wrong;
}
