import { describe, expect, test } from 'vitest';
import { DEFAULT_WIDGET_APPEARANCE, readWidgetAppearance, widgetFramePath } from './appearance.ts';
import { decodeFrameMessage, decodeHostMessage, withWidgetVersion } from './messages.ts';
import { readPermissionQuestion } from './permission-window.ts';

describe('messages of the widget', () => {
  test('are read back as they were sent', () => {
    for (const message of [
      { type: 'hello' },
      { type: 'start' },
      { type: 'stop' },
      { type: 'speed', value: 0.4 },
    ] as const)
      expect(decodeHostMessage(withWidgetVersion(message))).toEqual(message);
    for (const message of [
      { type: 'ready' },
      { type: 'state', state: 'moving', speed: 0.3 },
      { type: 'state', state: 'taken', speed: 0.3 },
      { type: 'size', height: 96 },
    ] as const)
      expect(decodeFrameMessage(withWidgetVersion(message))).toEqual(message);
  });

  test.each([
    undefined,
    null,
    'start',
    { type: 'start' },
    { tactus: 2, type: 'start' },
    { tactus: '1', type: 'start' },
    { tactus: 1 },
    { tactus: 1, type: 'explode' },
    { tactus: 1, type: 'speed' },
    { tactus: 1, type: 'speed', value: 1.01 },
    { tactus: 1, type: 'speed', value: -0.1 },
    { tactus: 1, type: 'speed', value: Number.NaN },
    { tactus: 1, type: 'speed', value: '1' },
    { tactus: 1, type: 'state', state: 'flying', speed: 0 },
    { tactus: 1, type: 'size', height: 1e9 },
  ])('of another version, an unknown type or out of range are ignored: %j', (data) => {
    expect(decodeHostMessage(data)).toBeUndefined();
    expect(decodeFrameMessage(data)).toBeUndefined();
  });
});

describe('the appearance', () => {
  test('goes through the address of the frame and back', () => {
    expect(widgetFramePath(DEFAULT_WIDGET_APPEARANCE)).toBe('/widget.html');
    for (const accent of ['', '#ABC', '#1e6bd6', 'rgb(1, 20, 255)']) {
      const appearance = { theme: 'dark', compact: true, slim: true, accent } as const;
      expect(readWidgetAppearance(new URL(widgetFramePath(appearance), 'https://a.test').search)).toEqual(appearance);
    }
  });

  test('is the default where the address has no known value', () => {
    expect(readWidgetAppearance('?theme=pink&compact=yes&slim=0&accent=red;background:url(x)')).toEqual(
      DEFAULT_WIDGET_APPEARANCE,
    );
  });
});

describe('the request of the permission window', () => {
  const ask = '0123456789abcdef0123456789abcdef';

  test('names a site and a nonce', () => {
    expect(readPermissionQuestion({ allow: 'https://a.test:8443', ask })).toEqual({
      origin: 'https://a.test:8443',
      nonce: ask,
    });
  });

  test.each([
    '',
    'null',
    'a.test',
    'https://a.test/',
    'https://a.test/x',
    'HTTPS://A.test',
    'file://',
    'javascript:1',
    'https://u@a.test',
  ])('is undefined where the origin is no site: %s', (allow) =>
    expect(readPermissionQuestion({ allow, ask })).toBeUndefined(),
  );

  test('is undefined without a nonce of a widget', () => {
    expect(readPermissionQuestion({ allow: 'https://a.test' })).toBeUndefined();
    expect(readPermissionQuestion({ allow: 'https://a.test', ask: 'short' })).toBeUndefined();
  });
});
