import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { defaultConfig } from '../config/config.ts';
import { parseProxiesSetting } from '../config/proxies.ts';
import { clientAddressOf } from './client-address.ts';

const config = defaultConfig({ trustedProxies: parseProxiesSetting('10.0.0.0/8') });

/** The address of a request that came from 10.0.0.1, a trusted proxy. */
const addressOf = (forwarded: string | string[]) =>
  clientAddressOf(config, {
    socket: { remoteAddress: '10.0.0.1' },
    headers: { 'x-forwarded-for': forwarded },
  } as unknown as FastifyRequest); // nothing else of a request is read

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:50123', '192.0.2.7'],
  ['2001:db8::7', '2001:db8::7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['[2001:db8::7]:50123', '2001:db8::7'],
  ['198.51.100.1, 192.0.2.7:50123,10.0.0.2:443', '192.0.2.7'],
])('the client of a forwarded request from "%s" is %s', (forwarded, client) => {
  expect(addressOf(forwarded)).toBe(client);
});

test.each(['unknown', '', '192.0.2.7:', '192.0.2.7:x', '192.0.2:80', '[2001:db8::7', '[]:80', '_hidden:80', ':80'])(
  'where the proxy names "%s", its own address counts',
  (forwarded) => {
    expect(addressOf(`192.0.2.7, ${forwarded}`)).toBe('10.0.0.1');
  },
);
