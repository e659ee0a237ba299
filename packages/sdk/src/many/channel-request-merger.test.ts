import { expect, test } from 'vitest';
import { createChannelRequestMerger } from './channel-request-merger.ts';

const URL = 'http://cloud.test/v3/hamp/start';

/** A round of two devices; `sent` are the sent requests. */
function round(answer: () => Promise<Response>) {
  const sent: RequestInit[] = [];
  let unknown = 0;
  const shared = createChannelRequestMerger({
    ...{ reference: 'chref:Abcdef123456', devices: 2 },
    fetch(_url, init) {
      sent.push(init);
      return answer();
    },
    onUnknown: () => {
      unknown += 1;
    },
  });
  return { sent, shared, unknown: () => unknown };
}

test('it is aborted once no device waits for it any more, and not before', async () => {
  const { sent, shared } = round(() => new Promise(() => undefined));
  const [first, second] = [new AbortController(), new AbortController()];
  void shared.fetchOf(0)(URL, { method: 'PUT', signal: first.signal });
  void shared.fetchOf(1)(URL, { method: 'PUT', signal: second.signal });
  shared.send();
  expect(sent).toHaveLength(1);
  first.abort();
  expect(sent[0]?.signal?.aborted).toBe(false);
  second.abort();
  expect(sent[0]?.signal?.aborted).toBe(true);
});

test('a request after it was sent goes by itself, and so does a single one', async () => {
  const { sent, shared } = round(async () => new Response('{}'));
  const first = shared.fetchOf(0)(URL, { headers: { 'X-Connection-Key': 'One00001' } });
  shared.send();
  await first;
  await shared.fetchOf(1)(URL, { headers: { 'X-Connection-Key': 'Two00002' } });
  expect(sent.map(({ headers }) => new Headers(headers).get('X-Connection-Key'))).toEqual(['One00001', 'Two00002']);
});

test.each(['busy', '{"members":[{"result":1}]}', '{"members":"none"}'])(
  'an answer without one for each device counts as none: %s',
  async (text) => {
    const { sent, shared, unknown } = round(async () => new Response(text));
    const answers = [shared.fetchOf(0)(URL, {}), shared.fetchOf(1)(URL, {})];
    shared.send();
    for (const answer of await Promise.all(answers)) expect(await answer.text()).toBe(text);
    expect([sent.length, unknown()]).toEqual([3, 1]);
  },
);
