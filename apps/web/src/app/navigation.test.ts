import { describe, expect, test } from 'vitest';
import { createAnalytics } from '../analytics/create-analytics.ts';
import { createErrorLog, redactKeys } from '../device/session/log.ts';
import { formatInAppAddress } from '../features/connect/in-app-address.ts';
import { createMemoryStorage } from '../settings/key-value-storage.ts';
import { createSettingsStore } from '../settings/settings-store.ts';
import { createNavigationHooks, type NavigationHooks, type NavigationPorts } from './navigation.ts';
import { ROUTES } from './routes/routes.ts';

function build(overrides: Partial<NavigationPorts> = {}) {
  const logged: string[] = [];
  const shown: string[] = [];
  const done: string[] = [];
  const write = (...texts: unknown[]) => logged.push(texts.join(' '));
  const log = createErrorLog({ warn: write, error: write });
  const analytics = createAnalytics(log);
  analytics.onEvent((event) => done.push(event.name));
  const settings = createSettingsStore({ storage: createMemoryStorage(), log });
  const navigation = createNavigationHooks({
    settings,
    track: analytics.track,
    log,
    showError: (message) => shown.push(message),
    isMoving: () => false,
    linkKey: (connectionKey) => settings.update({ connectionKey }),
    stopMotion: () => done.push('stop'),
    showStopped: () => done.push('shown why'),
    hideStopped: () => undefined,
    scrollToTop: () => done.push('scroll'),
    embedded: false,
    ...overrides,
  });
  const enter = (href: string) => {
    const instead = navigation.enter(href);
    return instead && formatInAppAddress(instead);
  };
  return { navigation, settings, state: () => settings.state.getState(), enter, logged, shown, done };
}

describe('entering an address', () => {
  test('leads to the device selection until a device is chosen', () => {
    const { enter, settings } = build();
    expect(enter('/hamp?a=1')).toBe('/device-selection?redirect=%2Fhamp%3Fa%3D1');
    settings.update({ deviceSelectionComplete: true });
    expect(enter('/hamp?a=1')).toBeUndefined();
  });

  test('with a key connects, completes the selection and goes on without the key', () => {
    const { enter, state } = build();
    expect(enter('/hamp?k=DemoHandy1')).toBe('/hamp');
    expect(state()).toMatchObject({ connectionKey: 'DemoHandy1', deviceSelectionComplete: true });
    expect(enter('/hamp')).toBeUndefined();
    expect(enter('/settings?key=DemoOh0001')).toBe('/settings');
    expect(state().connectionKey).toBe('DemoOh0001');
  });

  test('with female chooses the device, before the guard decides', () => {
    const { enter, state } = build();
    expect(enter('/hamp?female=true')).toBeUndefined();
    expect(state()).toMatchObject({
      device: 'Oh',
      darkMode: false,
      femaleContentFilter: true,
      deviceSelectionComplete: true,
    });
    expect(enter('/hamp?female=no')).toBeUndefined();
    expect(state()).toMatchObject({ device: 'The Handy', darkMode: true, femaleContentFilter: false });
  });

  test('with an invalid key goes to the device selection, without that text', () => {
    const { enter, state } = build();
    expect(enter('/hamp?key=%3Cb%3E')).toBe('/hamp');
    expect(enter('/hamp')).toBe('/device-selection?redirect=%2Fhamp');
    expect(state().connectionKey).toBe('');
  });

  test('of a control page remembers it', () => {
    const { enter, settings, state } = build();
    settings.update({ deviceSelectionComplete: true });
    enter('/settings');
    enter('/hamp');
    enter('/');
    // Sharing has none of the controls of its page.
    enter('/remote#share');
    expect(state().lastControlPage).toBe('/hamp');
    enter('/remote');
    expect(state().lastControlPage).toBe('/remote');
  });
});

describe('a navigation', () => {
  test('leaves, scrolls to the top and views, in this order', () => {
    const { navigation, done } = build();
    navigation.before(undefined, '/');
    navigation.after('/');
    navigation.before('/', '/settings');
    navigation.after('/settings');
    expect(done).toEqual(['scroll', 'page_view', 'page_leave', 'scroll', 'page_view']);
  });

  test('away from a page that moves the device stops it first, by default', () => {
    const { navigation, settings, done } = build();
    navigation.before('/hamp', '/');
    expect(done).toEqual(['stop']);
    settings.update({ stopOnLeave: false });
    navigation.before('/hamp', '/');
    expect(done).toEqual(['stop']);
  });

  test.each<[keyof NavigationPorts, (hooks: NavigationHooks) => void, string[]]>([
    ['stopMotion', (hooks) => hooks.before('/hamp', '/'), []],
    ['linkKey', (hooks) => expect(hooks.enter('/hamp?k=DemoHandy1')).toBeUndefined(), []],
    ['scrollToTop', (hooks) => hooks.after('/'), ['page_view']],
  ])('goes on when %s fails in a hook, and the error is logged and shown with its message', (port, run, others) => {
    const failed = () => {
      throw new Error('Not today');
    };
    const { navigation, logged, shown, done } = build({ [port]: failed });
    run(navigation);
    expect(shown).toEqual(['Not today']);
    expect(logged[0]).toContain('Not today');
    expect(done).toEqual(others);
  });
});

test('the log contains no key of an address', () => {
  const texts = [
    'https://a.example/?k=DemoHandy1&b=2',
    '/sse?ck=DemoHandy1&apikey=secret1 failed',
    '/?a=1&KEY=DemoHandy1#x',
    '/share/DemoHandy1/hamp#secret2',
  ].map(redactKeys);
  expect(texts.join(' ')).not.toMatch(/DemoHandy1|secret/);
  expect(texts[0]).toBe('https://a.example/?k=***&b=2');
});

describe('a page that is left while the device moves', () => {
  const left = (from: string, to: string, { stopOnLeave = true, isMoving = true } = {}) => {
    const { navigation, settings, done } = build({ isMoving: () => isMoving });
    settings.update({ stopOnLeave });
    navigation.before(from, to);
    return done;
  };

  test('is reported to have stopped it, once', () => {
    expect(left('/hamp', '/')).toEqual(['stop', 'shown why']);
    expect(left('/local', '/')).toEqual(['stop', 'shown why']);
    expect(left('/remote', '/remote#share')).toEqual(['stop', 'shown why']);
  });

  test('is not reported where the device is at rest, where the next page takes over, or where the device goes on', () => {
    expect(left('/hamp', '/', { isMoving: false })).toEqual(['stop']);
    expect(left('/hamp', '/remote')).toEqual([]);
    // Sharing moves nothing by itself: what its guests move goes on.
    expect(left('/remote#share', '/')).toEqual([]);
    expect(left('/hamp', '/', { stopOnLeave: false })).toEqual([]);
  });

  test('that plays a script is reported to have stopped it even where devices go on after other pages', () => {
    for (const path of ['/beatbox', '/hsp', '/sync'])
      expect(left(path, '/', { stopOnLeave: false })).toEqual(['shown why']);
    expect(left('/local', '/local', { stopOnLeave: false })).toEqual([]);
  });
  test('of the player stops it by default, and otherwise only before a page that may command the device', () => {
    const others = ROUTES.filter(({ path }) => path !== '/local').map(({ path }) => path);
    for (const path of others) expect(left('/local', path), path).toEqual(['stop', 'shown why']);
    const goesOnTo = (path: string) => left('/local', path, { stopOnLeave: false }).length === 0;
    expect(others.filter(goesOnTo)).toEqual([
      ...['/', '/community', '/partners/:filter', '/changelog', '/about', '/settings', '/fw-release-notes'],
    ]);
    for (const path of others.filter((one) => !goesOnTo(one)))
      expect(left('/local', path, { stopOnLeave: false }), path).toEqual(['stop', 'shown why']);
    expect(left('/local', '/nowhere', { stopOnLeave: false })).toEqual(['stop', 'shown why']);
  });
});
