import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withWidgetVersion } from './messages.ts';
import { createWidgetElementClass } from './tactus-widget.ts';

const SITE = 'https://tactus.test';
/** A name of its own: the app may have made the element known under the usual one. */
const NAME = 'widget-of-this-test';
customElements.define(NAME, createWidgetElementClass(SITE));

/** The element as a page uses it. */
interface Widget extends HTMLElement {
  readonly state: string;
  start(): void;
  stop(): void;
  setSpeed(value: number): void;
}

let widget: Widget;
const elsewhere = document.createElement('iframe');
let states: string[];
const frame = () => widget.shadowRoot?.querySelector('iframe') as HTMLIFrameElement;

/** A message as the browser delivers it. */
function postFrom(data: unknown, from: { origin?: string; source?: Window | null } = {}): void {
  const { origin = SITE, source = frame().contentWindow } = from;
  window.dispatchEvent(new MessageEvent('message', { data, origin, source }));
}

/** The messages of the element to its frame. */
function sent() {
  return vi.spyOn(frame().contentWindow as Window, 'postMessage').mockImplementation(() => undefined);
}

beforeEach(() => {
  widget = document.createElement(NAME) as Widget;
  widget.setAttribute('theme', 'dark');
  widget.setAttribute('slim', '');
  document.body.append(widget, elsewhere);
  // jsdom loads no frames inside a shadow: one of the document lends its window.
  Object.defineProperty(frame(), 'contentWindow', { value: elsewhere.contentWindow });
  states = [];
  widget.addEventListener('tactus-state', (event) => states.push((event as CustomEvent<string>).detail));
});
afterEach(() => {
  widget.remove();
  elsewhere.remove();
});

test('shows our frame, with no more rights than it needs', () => {
  expect(frame().src).toBe(`${SITE}/widget.html?theme=dark&slim=1`);
  expect(frame().getAttribute('sandbox')?.split(' ').sort()).toEqual([
    'allow-popups',
    'allow-popups-to-escape-sandbox',
    'allow-same-origin',
    'allow-scripts',
  ]);
  expect(frame().getAttribute('allow')).toBe('');
  expect(frame().title).toBe('Tactus');
});

test('answers ready with hello, and sends its commands to our origin alone', () => {
  const messages = sent();
  postFrom(withWidgetVersion({ type: 'ready' }));
  widget.start();
  widget.setSpeed(0.4);
  widget.stop();
  expect(messages.mock.calls).toEqual(
    [{ type: 'hello' }, { type: 'start' }, { type: 'speed', value: 0.4 }, { type: 'stop' }].map((message) => [
      { tactus: 1, ...message },
      SITE,
    ]),
  );
});

test('reports the state once for every change, and takes the height', () => {
  postFrom(withWidgetVersion({ type: 'state', state: 'ready', speed: 0.2 }));
  postFrom(withWidgetVersion({ type: 'state', state: 'ready', speed: 0.3 }));
  postFrom(withWidgetVersion({ type: 'state', state: 'moving', speed: 0.3 }));
  postFrom(withWidgetVersion({ type: 'size', height: 140 }));
  expect(states).toEqual(['ready', 'moving']);
  expect(widget.state).toBe('moving');
  expect(frame().style.height).toBe('140px');
});

test('ignores messages of anything but its own frame at our origin', () => {
  const moving = withWidgetVersion({ type: 'state', state: 'moving', speed: 1 });
  postFrom(moving, { origin: 'https://evil.test' });
  postFrom(moving, { source: window });
  postFrom({ tactus: 2, type: 'state', state: 'moving', speed: 1 });
  expect(states).toEqual([]);
});

test('is reset when it is removed, and receives nothing any more', () => {
  postFrom(withWidgetVersion({ type: 'state', state: 'moving', speed: 1 }));
  const { contentWindow } = frame();
  widget.remove();
  postFrom(withWidgetVersion({ type: 'state', state: 'ready', speed: 1 }), { source: contentWindow });
  expect(states).toEqual(['moving', 'permission']);
});

test.each(['http://[', 'javascript:1', 'data:text/html,x'])('an invalid site, %s, is not loaded', (site) => {
  widget.setAttribute('site', site);
  expect(frame().src).toMatch(new RegExp(`^${SITE}/widget.html`));
});
