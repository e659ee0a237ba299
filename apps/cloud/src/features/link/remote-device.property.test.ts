import {
  type CloudFrame,
  DEVICE_TIMEOUT_MIN_MS,
  DeviceMode,
  type ErrorKind,
  errorKinds,
  type LinkAnswer,
} from '@tactus/protocol';
import { createFakeTime } from '@tactus/time/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRemoteDevice, type LinkConnection } from './remote-device.ts';

/** What happens on a link; a frame that is not delivered before the next cut is lost. */
type Action =
  | { readonly type: 'call' }
  | { readonly type: 'deliver'; readonly frames: number; readonly losesAnswers: boolean }
  | { readonly type: 'cut' }
  | { readonly type: 'connect' }
  | { readonly type: 'wait'; readonly ms: number }
  | { readonly type: 'refuse-rest'; readonly refuses: boolean }
  /** The device itself was offline for a moment. */
  | { readonly type: 'event' };

const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ type: fc.constant('call' as const) }),
  fc.record({
    type: fc.constant('deliver' as const),
    frames: fc.integer({ min: 1, max: 4 }),
    losesAnswers: fc.boolean(),
  }),
  fc.record({ type: fc.constant('cut' as const) }),
  fc.record({ type: fc.constant('connect' as const) }),
  fc.record({ type: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 3_000 }) }),
  fc.record({ type: fc.constant('refuse-rest' as const), refuses: fc.boolean() }),
  fc.record({ type: fc.constant('event' as const) }),
);

const INFO = { fw_status: 0, fw_version: '4.1.1', session_id: '01J' } as const;

/** The device's end of the link, by docs/device-link.md ("When the connection is cut"). */
function createDeviceEnd() {
  const answers = new Map<number, LinkAnswer>();
  const executed: string[] = [];
  const end = { session: 'of an earlier process', seen: 0, position: 0, refusesRest: false, executed, receive };

  function receive(frame: CloudFrame): readonly LinkAnswer[] {
    if (frame.type === 'welcome') {
      if (frame.session !== end.session) {
        answers.clear();
        end.seen = 0;
      }
      end.session = frame.session;
      return frame.waiting.flatMap((id) => answers.get(id) ?? []);
    }
    if (frame.type !== 'call') return [];
    expect(frame.id, 'what the device has seen is never sent again').toBeGreaterThan(end.seen);
    end.seen = frame.id;
    executed.push(`${frame.name} ${JSON.stringify(frame.input)}`);
    const answer: LinkAnswer = { type: 'answer', id: frame.id, ...resultOf(frame.name) };
    answers.set(frame.id, answer);
    return [answer];
  }

  function resultOf(name: string): { readonly result: unknown } | { readonly error: ErrorKind } {
    if (name !== 'info.setMode2') return { result: 'ok' };
    return end.refusesRest
      ? { error: errorKinds.genericFail }
      : { result: { mode: DeviceMode.IDLE, mode_session_id: 1 } };
  }

  return end;
}

const REST = `info.setMode2 ${JSON.stringify({ mode: DeviceMode.IDLE })}`;

interface Command {
  readonly text: string;
  readonly queuedAtMs: number;
  /** Whether it may fail: the session has ended, or the command was too old to be sent again. */
  mayFail: boolean;
  outcome: 'pending' | 'ok' | 'refused';
}

async function run(actions: readonly Action[]): Promise<void> {
  const time = createFakeTime();
  const end = createDeviceEnd();
  const commands: Command[] = [];
  let isRestOwed = false;
  const remote = createRemoteDevice({
    ...{ connectionKey: 'Device12345', time, isDriven: () => false },
    onRestFirst(confirmed) {
      isRestOwed = true;
      void confirmed.then((isAtRest) => {
        if (!isAtRest) return;
        isRestOwed = false;
        remote.hold(undefined);
      });
    },
  });
  let linked:
    | { readonly connection: LinkConnection; readonly frames: CloudFrame[]; readonly ids: number[] }
    | undefined;

  function cut(): void {
    if (linked) remote.leave(linked.connection, false);
    linked = undefined;
  }

  function connect(): void {
    if (linked) return;
    const frames: CloudFrame[] = [];
    const ids: number[] = [];
    const connection: LinkConnection = {
      send(text) {
        const frame = JSON.parse(text) as CloudFrame;
        frames.push(frame);
        if (frame.type === 'call') ids.push(frame.id);
      },
      end: () => undefined,
    };
    for (const command of commands) {
      const ageMs = time.monotonic() - command.queuedAtMs;
      if (command.outcome === 'pending' && ageMs >= DEVICE_TIMEOUT_MIN_MS) command.mayFail = true;
    }
    const { session, seen, position } = end;
    const hello = { connectionKey: 'Device12345', secret: 's', info: INFO, session, seen, position };
    remote.welcome(connection, { type: 'hello', version: 1, ...hello });
    linked = { connection, frames, ids };
    if (!isRestOwed) return;
    const [first] = frames.flatMap((frame) => (frame.type === 'call' ? [frame.name] : []));
    expect(first, 'a device that has to rest rests before any other command').toBe('info.setMode2');
  }

  /** Not within `send`: a failure there would only refuse a command. */
  function expectRisingIds(): void {
    const ids = linked?.ids ?? [];
    expect(ids, 'ids rise').toEqual([...new Set(ids)].sort((a, b) => a - b));
  }

  async function deliver(count: number, losesAnswers: boolean): Promise<void> {
    for (const frame of linked?.frames.splice(0, count) ?? []) {
      const answers = end.receive(frame);
      for (const answer of losesAnswers ? [] : answers) if (linked) remote.receive(linked.connection, answer);
    }
    await time.settle();
  }

  function report(): void {
    if (!linked) return;
    end.position += 1;
    const event = { name: 'device_connected', data: { connected: true, info: INFO } } as const;
    remote.receive(linked.connection, { type: 'event', seq: end.position, event });
  }

  function call(): void {
    const offset = commands.length;
    const isHere = remote.info() !== undefined;
    const text = `hstp.setOffset ${JSON.stringify({ offset })}`;
    const command: Command = { text, queuedAtMs: time.monotonic(), mayFail: !isHere, outcome: 'pending' };
    commands.push(command);
    remote.call('hstp.setOffset', { offset }).then(
      () => {
        command.outcome = 'ok';
      },
      () => {
        command.outcome = 'refused';
      },
    );
  }

  const unsubscribe = remote.onEvent(({ name }) => {
    if (name === 'device_disconnected')
      for (const command of commands) command.mayFail ||= command.outcome === 'pending';
  });
  for (const next of [{ type: 'connect' } as const, ...actions]) {
    if (next.type === 'call') call();
    else if (next.type === 'deliver') await deliver(next.frames, next.losesAnswers);
    else if (next.type === 'cut') cut();
    else if (next.type === 'connect') connect();
    else if (next.type === 'wait') await time.run(next.ms);
    else if (next.type === 'refuse-rest') end.refusesRest = next.refuses;
    else report();
    await time.settle();
    expectRisingIds();
  }
  cut();
  connect();
  await deliver(Number.POSITIVE_INFINITY, false);
  expectRisingIds();
  unsubscribe();

  for (const { text, outcome, mayFail } of commands) {
    const times = end.executed.filter((one) => one === text).length;
    expect(times, 'at most once').toBeLessThanOrEqual(1);
    if (!mayFail) expect([text, outcome, times]).toEqual([text, 'ok', 1]);
    else if (outcome === 'ok') expect(times).toBe(1);
  }
  expect(end.executed.at(0) ?? REST).toBe(REST);
}

const cutBeforeRest: Action[] = [
  { type: 'deliver', frames: 1, losesAnswers: false },
  { type: 'cut' },
  { type: 'call' },
  { type: 'call' },
];

test('cuts of the link at any moment lose no command, execute none twice, and let nothing go before an order to rest', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 30 }), async (actions) => run(actions)),
    { examples: [[cutBeforeRest]], numRuns: 1_000 },
  );
});
