import { expect, test } from 'vitest';
import { type FrameMessage, withWidgetVersion } from '../widget/messages.ts';
import { type EmbeddingPageCommand, type FrameWindow, openEmbeddingPagePort } from './embedding-page-port.ts';

const HOST = 'https://pages.test';

/** A frame in a page, and the messages that the page receives. */
function framed(changes: { nested?: boolean } = {}) {
  const posted: [unknown, string][] = [];
  const parent = { postMessage: (message: unknown, origin: string) => posted.push([message, origin]) };
  let onMessage: (event: MessageEvent) => void = () => undefined;
  const frame = {
    parent,
    top: changes.nested ? {} : parent,
    addEventListener(_: string, listener: typeof onMessage) {
      onMessage = listener;
    },
  };
  // The three parts of a window that are used.
  const port = openEmbeddingPagePort(frame as unknown as FrameWindow);
  const commands: EmbeddingPageCommand[] = [];
  port.onCommand((command) => commands.push(command));
  return {
    port,
    posted,
    commands,
    send: (data: unknown, origin = HOST, source: unknown = parent) =>
      onMessage({ data, origin, source } as MessageEvent),
  };
}

const ready: FrameMessage = { type: 'state', state: 'ready', speed: 0.2 };

test('reports to any page only that it is loaded, and the rest to the page that sends hello', () => {
  const { port, posted, send } = framed();
  port.post(ready);
  expect(posted).toEqual([[{ tactus: 1, type: 'ready' }, '*']]);
  send(withWidgetVersion({ type: 'hello' }));
  port.post({ type: 'size', height: 90 });
  expect(posted.slice(1)).toEqual([
    [{ tactus: 1, ...ready }, HOST],
    [{ tactus: 1, type: 'size', height: 90 }, HOST],
  ]);
  expect(port.host.getState()).toBe(HOST);
});

test('executes the commands of that page, and none before its hello', () => {
  const { commands, send } = framed();
  send(withWidgetVersion({ type: 'start' }));
  send(withWidgetVersion({ type: 'hello' }));
  send(withWidgetVersion({ type: 'start' }));
  send(withWidgetVersion({ type: 'speed', value: 0.5 }));
  send(withWidgetVersion({ type: 'stop' }));
  expect(commands).toEqual([{ type: 'start' }, { type: 'speed', value: 0.5 }, { type: 'stop' }]);
});

test('ignores messages of another origin, another window and another version', () => {
  const { port, commands, send } = framed();
  send(withWidgetVersion({ type: 'hello' }));
  send(withWidgetVersion({ type: 'hello' }), 'https://evil.test');
  send(withWidgetVersion({ type: 'start' }), 'https://evil.test');
  send(withWidgetVersion({ type: 'start' }), HOST, {});
  send({ tactus: 2, type: 'start' });
  expect(commands).toEqual([]);
  expect(port.host.getState()).toBe(HOST);
});

test('accepts no page in a nested frame, nor a page without an origin', () => {
  const nested = framed({ nested: true });
  nested.send(withWidgetVersion({ type: 'hello' }));
  expect(nested.port.host.getState()).toBeUndefined();
  const nameless = framed();
  nameless.send(withWidgetVersion({ type: 'hello' }), 'null');
  expect(nameless.port.host.getState()).toBeUndefined();
});
