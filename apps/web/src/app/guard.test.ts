import { describe, expect, test } from 'vitest';
import { formatInAppAddress, parseInAppAddress } from '../features/connect/in-app-address.ts';
import { guardRedirect, readUrlParameters } from './guard.ts';

const at = (text: string) => parseInAppAddress(text) ?? { path: '/', query: '', hash: '' };
const facts = { selectionComplete: false, known: true, embedded: false };

describe('the parameters of an address', () => {
  test.each(['k', 'key'])('%s is the connection key, and is removed from the address', (name) => {
    const requests = readUrlParameters(at(`/hamp?a=1&${name}=DemoHandy1&b=2#c`));
    expect(requests.connectionKey).toBe('DemoHandy1');
    expect(requests.cleaned && formatInAppAddress(requests.cleaned)).toBe('/hamp?a=1&b=2#c');
  });

  test('a text that cannot be a key is ignored, and is removed too', () => {
    const requests = readUrlParameters(at('/?key=not%20a%20key'));
    expect(requests.connectionKey).toBeUndefined();
    expect(requests.cleaned && formatInAppAddress(requests.cleaned)).toBe('/');
  });

  test.each([
    ['true', 'Oh'],
    ['false', 'The Handy'],
    ['', 'The Handy'],
    ['1', 'The Handy'],
  ])('female=%s chooses %s', (value, device) => expect(readUrlParameters(at(`/?female=${value}`)).device).toBe(device));

  test('an address without these parameters has no effect', () => {
    expect(readUrlParameters(at('/hamp?redirect=%2F&keys=2'))).toEqual({});
  });
});

describe('the guard', () => {
  test('sends to the device selection with the full path until a device is chosen', () => {
    expect(guardRedirect({ ...facts, address: at('/hamp?female=x#y') })).toBe(
      '/device-selection?redirect=%2Fhamp%3Ffemale%3Dx%23y',
    );
  });

  test('lets everything through once a device is chosen', () => {
    expect(guardRedirect({ ...facts, address: at('/hamp'), selectionComplete: true })).toBeUndefined();
  });

  test.each(['/device-selection', '/device-selection?redirect=%2Fhamp', '/share/abcdef', '/share/abcdef/hamp'])(
    'leaves %s alone',
    (path) => {
      expect(guardRedirect({ ...facts, address: at(path) })).toBeUndefined();
    },
  );

  test('leaves unknown paths to the not-found page', () => {
    expect(guardRedirect({ ...facts, address: at('/nowhere'), known: false })).toBeUndefined();
  });

  test('leaves the widget alone only where it is embedded', () => {
    expect(guardRedirect({ ...facts, address: at('/uui'), embedded: true })).toBeUndefined();
    expect(guardRedirect({ ...facts, address: at('/uui') })).toBe('/device-selection?redirect=%2Fuui');
    expect(guardRedirect({ ...facts, address: at('/hamp'), embedded: true })).toBe(
      '/device-selection?redirect=%2Fhamp',
    );
  });
});
