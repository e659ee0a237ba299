import { expect, test } from 'vitest';
import { envelope, type FrameMessage } from '../widget/messages.ts';
import { type FrameWindow, type HostCommand, openHostPort } from './host-port.ts';

const HOST = 'https://pages.test';

/** A frame in a page, and what that page hears of it. */
function framed(changes: { nested?: boolean } = {}) {
  const told: [unknown, string][] = [];
  const parent = { postMessage: (message: unknown, origin: string) => told.push([message, origin]) };
  let hear: (event: MessageEvent) => void = () => undefined;
  const frame = {
    parent,
    top: changes.nested ? {} : parent,
    addEventListener(_: string, listener: typeof hear) {
      hear = listener;
    },
  };
  // The three parts of a window that are looked at.
  const port = openHostPort(frame as unknown as FrameWindow);
  const commands: HostCommand[] = [];
  port.onCommand((command) => commands.push(command));
  return {
    port,
    told,
    commands,
    say: (data: unknown, origin = HOST, source: unknown = parent) => hear({ data, origin, source } as MessageEvent),
  };
}

const ready: FrameMessage = { type: 'state', state: 'ready', speed: 0.2 };

test('says to anybody only that it is there, and the rest to the page that says hello', () => {
  const { port, told, say } = framed();
  port.tell(ready);
  expect(told).toEqual([[{ tactus: 1, type: 'ready' }, '*']]);
  say(envelope({ type: 'hello' }));
  port.tell({ type: 'size', height: 90 });
  expect(told.slice(1)).toEqual([
    [{ tactus: 1, ...ready }, HOST],
    [{ tactus: 1, type: 'size', height: 90 }, HOST],
  ]);
  expect(port.host.getState()).toBe(HOST);
});

test('does what that page asks, and nothing before its hello', () => {
  const { commands, say } = framed();
  say(envelope({ type: 'start' }));
  say(envelope({ type: 'hello' }));
  say(envelope({ type: 'start' }));
  say(envelope({ type: 'speed', value: 0.5 }));
  say(envelope({ type: 'stop' }));
  expect(commands).toEqual([{ type: 'start' }, { type: 'speed', value: 0.5 }, { type: 'stop' }]);
});

test('hears no other origin, no other window and no other version', () => {
  const { port, commands, say } = framed();
  say(envelope({ type: 'hello' }));
  say(envelope({ type: 'hello' }), 'https://evil.test');
  say(envelope({ type: 'start' }), 'https://evil.test');
  say(envelope({ type: 'start' }), HOST, {});
  say({ tactus: 2, type: 'start' });
  expect(commands).toEqual([]);
  expect(port.host.getState()).toBe(HOST);
});

test('listens to nobody in a frame of a frame, nor to a page without an origin', () => {
  const nested = framed({ nested: true });
  nested.say(envelope({ type: 'hello' }));
  expect(nested.port.host.getState()).toBeUndefined();
  const nameless = framed();
  nameless.say(envelope({ type: 'hello' }), 'null');
  expect(nameless.port.host.getState()).toBeUndefined();
});
