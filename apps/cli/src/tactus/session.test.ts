import { DeviceError } from '@tactus/sdk';
import type { Time } from '@tactus/time';
import { expect, test } from 'vitest';
import { ExitCode } from './exit-codes.ts';
import { commandEndOf, openTerminalSession } from './session.ts';
import { scriptedCommand } from './testing/scripted-command.ts';

/** The message of a command that found no cloud at an address. */
const messageAt = (api: string) =>
  (commandEndOf(new DeviceError('network', 'fetch failed'), { where: `The cloud is ${api} (the default).` }) as Error)
    .message;

test('a command without an answer says to start the cloud where it is on this machine, elsewhere to check the network', () => {
  for (const origin of ['http://localhost:8787', 'http://127.0.0.1:8080', 'https://[::1]:8443'])
    expect(messageAt(`${origin}/api/handy-rest/v3`)).toContain(
      'The cloud could not be reached. Is it running? (npm start) The cloud is',
    );
  for (const origin of ['https://cloud.example', 'https://localhost.example'])
    expect(messageAt(`${origin}/api/handy-rest/v3`)).toContain('Check the connection to the internet.');
});

type Answer = (time: Time) => Response | Promise<Response>;
const status =
  (code: number, body = '<h1>Blocked</h1>'): Answer =>
  () =>
    new Response(body, { status: code });
const LEASES = () => Response.json({ leases: true, resume: 'yes' });

/** Opens a session at a cloud that answers the request for its features in these ways, the last one to every further request. */
function opened(...answers: readonly Answer[]) {
  const { time, context, interruption } = scriptedCommand();
  const at: number[] = [];
  const fetch: typeof context.fetch = async (_, { signal } = {}) => {
    const answer = answers[Math.min(at.push(time.monotonic()), answers.length) - 1] ?? LEASES;
    return Promise.race([
      Promise.resolve(answer(time)),
      new Promise<never>((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    ]);
  };
  const args = {
    words: [],
    switches: new Set<string>(),
    options: { api: 'https://cloud.test', key: 'DemoHandy1' },
    sources: { api: '--api' },
  };
  const session = openTerminalSession(args, { ...context, fetch });
  session.then(({ close }) => close()).catch(() => undefined);
  return { time, at, session, interruption };
}

test('a cloud without a list of features has those of the vendor’s', async () => {
  const { at, session } = opened(status(404));
  expect((await session).features).toEqual({});
  expect(at).toHaveLength(1);
});

test.each([
  ['an error of a gateway', status(502)],
  ['a refusal of something in between', status(403)],
  ['a login page', status(200)],
  ['a list of another form', status(200, '[]')],
  ['a lost connection', () => Promise.reject(new TypeError('fetch failed'))],
  ['an answer after more than ten seconds', () => new Promise<Response>(() => undefined)],
] as const)('%s is no list of features: it is requested again', async (_, wrong) => {
  const { time, at, session } = opened(wrong, wrong, LEASES);
  await time.run(22_000);
  expect((await session).features).toEqual({ leases: true });
  expect(at).toHaveLength(3);
});

test.each([
  ['a refusal', status(403)],
  ['a page', status(200)],
])('a cloud that answers with %s at every try has the features of the vendor’s', async (_, other) => {
  const { time, session } = opened(other);
  await time.run(2_000);
  expect((await session).features).toEqual({});
});

test.each([
  ['an error', status(502)],
  ['a refusal for now', status(429)],
])('%s and two refusals leave open what the cloud can do: the command ends', async (_, first) => {
  const { time, session } = opened(first, status(403));
  const ended = session.catch((error: unknown) => error);
  await time.run(2_000);
  expect(await ended).toMatchObject({ exitCode: ExitCode.NOT_THERE });
});

test('a list that takes five seconds is awaited', async () => {
  const { time, at, session } = opened(async (clock) => {
    await clock.sleep(5_000);
    return LEASES();
  });
  await time.run(5_000);
  expect((await session).features).toEqual({ leases: true });
  expect(at).toHaveLength(1);
});

test('a command whose cloud never says what it can do moves nothing, and ends with the code of a cloud that is not there', async () => {
  const { time, at, session } = opened(status(502));
  const ended = session.catch((error: unknown) => error);
  await time.run(10_000);
  expect(await ended).toMatchObject({
    exitCode: ExitCode.NOT_THERE,
    message: expect.stringMatching(/HTTP 502.*The cloud is https:\/\/cloud\.test\/api\/handy-rest\/v3 \(from --api\)/),
  });
  expect(at).toHaveLength(3);
});

test('a command that waits for the list of features ends at Ctrl-C', async () => {
  const { session, interruption } = opened(() => new Promise<Response>(() => undefined));
  interruption.abort(ExitCode.INTERRUPTED);
  await expect(session).rejects.toMatchObject({ exitCode: ExitCode.INTERRUPTED });
});
