/** Tricks to make the download of a script reach the internal network. Each must reach nothing. */
import { describe, expect, test } from 'vitest';
import { createLoading } from './testing/loading.ts';

const PUBLIC = '93.184.216.34';
const UNKNOWN = '4001 The host of the script is unknown or not public';
const PROTOCOL = '4001 Scripts are downloaded by http and https only';
const PORT = '4001 Scripts are downloaded from ports 80 and 443 only';
const CREDENTIALS = '4001 The address of a script must not hold a user name or password';
const NO_URL = '4001 The address of the script is not a URL';

const privateLiterals = [
  ...['127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '127.0.0.1.', '2130706433', '017700000001', '0x7f000001'],
  ...['0177.0.0.1', '0x7f.0.0.1', '0x7F.1', '0177.0x0.0.01', '0', '0.0.0.0', '0x0', '10.0.0.1', '10.1', '012.1.2.3'],
  ...['172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.257', '3232235777', '0300.0250.0.1', '100.64.0.1'],
  ...['169.254.169.254', '2852039166', '0xa9fea9fe', '0251.0376.0251.0376', '169.254.43518', '100.100.100.200'],
  ...['192.0.0.192', '198.18.0.1', '192.0.2.1', '203.0.113.9', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
  ...['[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[0000::0001]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]'],
  ...['[::FFFF:169.254.169.254]', '[::ffff:0:127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b::10.0.0.1]', '[5f00::1]'],
  ...[
    '[64:ff9b:1::a00:1]',
    '[2002:7f00:1::]',
    '[2002:a9fe:a9fe::1]',
    '[2001:0:53aa:64c:0:fbff:5601:5601]',
    '[3fff::1]',
  ],
  ...['[fe80::1]', '[febf::1]', '[fc00::1]', '[fd00:ec2::254]', '[fec0::1]', '[ff02::1]', '[2001:db8::1]', '[100::1]'],
  ...['[2001:10::1]', '[2001:2::1]', '[4000::1]', '[::ffff:8.8.8.8]'],
  ...['１２７.０.０.１', '127。0。0。1', '127．0．0．1', '①②⑦.⓪.⓪.①', '%31%32%37.0.0.1', '127%2e0%2e0%2e1', '0x7f%2E1'],
];

const namesInside: readonly (readonly [name: string, ...answers: string[]])[] = [
  ['localhost', '127.0.0.1'],
  ['localhost.', '127.0.0.1'],
  ['LOCALHOST', '127.0.0.1', '::1'],
  ['ⓛⓞⓒⓐⓛⓗⓞⓢⓣ', '127.0.0.1'],
  ['foo.localhost', '::1'],
  ['ip6-localhost', '::1'],
  ['127.0.0.1.sslip.example', '127.0.0.1'],
  ['metadata.google.internal', '169.254.169.254'],
  ['inside.example', '10.0.0.5'],
  ['inside.example.', '192.168.1.1'],
  ['any.example', '0.0.0.0'],
  ['shared.example', '100.64.3.3'],
  ['unique-local.example', 'fd12:3456::1'],
  ['link-local.example', 'fe80::1'],
  ['zone.example', 'fe80::1%eth0'],
  ['zoned-public.example', '2606:4700::1%eth0'],
  ['mapped.example', '::ffff:127.0.0.1'],
  ['mapped-hex.example', '::ffff:7f00:1'],
  ['nat64.example', '64:ff9b::7f00:1'],
  ['6to4.example', '2002:7f00:1::1'],
  ['mixed.example', PUBLIC, '127.0.0.1'],
  ['mixed-first.example', '10.0.0.1', PUBLIC],
  ['mixed-six.example', PUBLIC, '::1'],
  ['octal.example', '0177.0.0.1'],
  ['no-address.example', 'localhost'],
  ['nothing.example'],
];

const strangeUrls: readonly (readonly [url: string, answer: string])[] = [
  ['http://scripts.example@127.0.0.1/', CREDENTIALS],
  ['http://127.0.0.1@scripts.example/', CREDENTIALS],
  ['http://scripts.example:80@10.0.0.1/', CREDENTIALS],
  ['http://:secret@scripts.example/', CREDENTIALS],
  ['http://scripts.example%40127.0.0.1/', NO_URL],
  ['http://127.0.0.1\\@scripts.example/', UNKNOWN],
  ['http://127.0.0.1#@scripts.example/', UNKNOWN],
  ['http://127.0.0.1?@scripts.example/', UNKNOWN],
  ['http:127.0.0.1', UNKNOWN],
  ['http:/127.0.0.1/', UNKNOWN],
  ['http:\\\\127.0.0.1\\', UNKNOWN],
  ['\u0000 http://127.0.0.1/', UNKNOWN],
  ['ht\ntp://127.0.\t0.1/', UNKNOWN],
  ['HTTP://127.0.0.1:80/', UNKNOWN],
  ['https://127.0.0.1/', UNKNOWN],
  ['http://127.0.0.1:443/', UNKNOWN],
  ['http://[fe80::1%25eth0]/', NO_URL],
  ['http://[::1%25lo]/', NO_URL],
  ['http://127.0.0.1\u0000.scripts.example/', NO_URL],
  ['http://unknown.example/', UNKNOWN],
  ['http://scripts.example:22/', PORT],
  ['http://scripts.example:6379/', PORT],
  ['http://scripts.example:8787/', PORT],
  ['http://scripts.example:0/', PORT],
  ['http://127.0.0.1:8787/api/handy-rest/v3/info', PORT],
  ['http://127.0.0.1:65616/', NO_URL],
  ['file:///etc/passwd', PROTOCOL],
  ['ftp://scripts.example/a.csv', PROTOCOL],
  ['gopher://127.0.0.1:80/_GET', PROTOCOL],
  ['dict://127.0.0.1:80/info', PROTOCOL],
  ['ws://127.0.0.1/', PROTOCOL],
  ['data:text/csv,0,1%0A100,99', PROTOCOL],
  ['blob:http://127.0.0.1/a', PROTOCOL],
  ['unix:/var/run/some.sock', PROTOCOL],
  ['http+unix://%2Fvar%2Frun%2Fsome.sock/a', PROTOCOL],
  ['javascript:0', PROTOCOL],
  ['//127.0.0.1/', NO_URL],
  ['127.0.0.1/script.csv', NO_URL],
  ['http://', NO_URL],
  ['', NO_URL],
];

describe('nothing is connected to for', () => {
  test('the corpus has its minimal size', () => {
    const tricks = [...privateLiterals, ...namesInside.map(([name]) => name), ...strangeUrls.map(([url]) => url)];
    expect(new Set(tricks).size).toBe(tricks.length);
    expect(tricks.length).toBeGreaterThanOrEqual(130);
  });

  test('addresses that are not public, in any notation', async () => {
    const { outcome, internet } = await createLoading();
    for (const host of privateLiterals)
      expect([host, await outcome(`http://${host}/script.csv`)]).toEqual([host, UNKNOWN]);
    expect([internet.dialled, internet.canaryHits()]).toEqual([[], 0]);
  });

  test('names of which any address is not public', async () => {
    const { outcome, internet } = await createLoading();
    for (const [name, ...addresses] of namesInside) {
      internet.name(new URL(`http://${name}`).hostname, addresses);
      expect([name, await outcome(`http://${name}/script.csv`)]).toEqual([name, UNKNOWN]);
      expect([name, await outcome(`https://${name}/script.csv`)]).toEqual([name, UNKNOWN]);
    }
    expect([internet.dialled, internet.canaryHits()]).toEqual([[], 0]);
  });

  test('other protocols, ports, credentials and texts that are no URL', async () => {
    const { outcome, internet } = await createLoading();
    await internet.serve('scripts.example', PUBLIC, (_request, response) => void response.end('0,1\n100,99\n'));
    for (const [url, answer] of strangeUrls) expect([url, await outcome(url)]).toEqual([url, answer]);
    expect([internet.dialled, internet.canaryHits()]).toEqual([[], 0]);
  });

  test('any of them where this machine’s own servers are allowed, because a page outside may not choose them', async () => {
    const { outcome, internet } = await createLoading({ profile: 'tactus' });
    await internet.serve('scripts.example', PUBLIC, (_request, response) =>
      response.writeHead(302, { location: 'http://127.0.0.1:9000/script.csv' }).end(),
    );
    expect(await outcome('http://scripts.example/')).toBe(
      '4001 The script host redirected to a place that is not public',
    );
    expect(await outcome('http://10.0.0.1/')).toBe(UNKNOWN);
    expect([internet.dialled, internet.canaryHits()]).toEqual([[PUBLIC], 0]);
  });
});

test('the canary is reached where loopback is allowed', async () => {
  const { outcome, internet } = await createLoading({ profile: 'tactus' });
  expect(await outcome('http://127.0.0.1:9000/script.csv')).toBe('2 points');
  expect(internet.canaryHits()).toBe(1);
});

describe('redirects', () => {
  const inside = ['http://127.0.0.1/', 'http://2130706433/', '//[::1]/', 'http://inside.example/', '//0x7f.1:80/x'];

  test.each([301, 302, 303, 307, 308])('with status %i to an internal address end there', async (status) => {
    const { outcome, internet } = await createLoading();
    let location = '';
    internet.name('inside.example', ['10.0.0.5']);
    await internet.serve('scripts.example', PUBLIC, (_request, response) =>
      response.writeHead(status, { location }).end('moved'),
    );
    for (location of inside) expect([location, await outcome('http://scripts.example/')]).toEqual([location, UNKNOWN]);
    const others: [string, string][] = [
      ['file:///etc/passwd', PROTOCOL],
      ['gopher://127.0.0.1/', PROTOCOL],
      ['http://scripts.example:22/', PORT],
      ['http://user:secret@scripts.example/', CREDENTIALS],
      ['http://[', '4001 The script host redirected to no address'],
    ];
    for (const [target, answer] of others) {
      location = target;
      expect([location, await outcome('http://scripts.example/')]).toEqual([location, answer]);
    }
    expect(new Set(internet.dialled)).toEqual(new Set([PUBLIC]));
    expect(internet.canaryHits()).toBe(0);
  });

  test('in a loop are followed five times', async () => {
    const { outcome, internet } = await createLoading();
    await internet.serve('scripts.example', PUBLIC, (_request, response) =>
      response.writeHead(302, { location: '/again' }).end(),
    );
    expect(await outcome('http://scripts.example/')).toBe('4001 The script host redirected more than 5 times');
    expect(internet.dialled).toHaveLength(6);
  });

  test('from https to http end there', async () => {
    const { outcome, internet } = await createLoading();
    await internet.serve('scripts.example', PUBLIC, (_request, response) =>
      response.writeHead(301, { location: 'http://scripts.example/script.csv' }).end(),
    );
    // The network of these tests has no TLS: the bytes are the same without.
    expect(await outcome('https://scripts.example/')).toBe('4001 The script host redirected from https to http');
    expect(internet.dialled).toHaveLength(1);
  });

  test('to another public host are followed, each checked anew', async () => {
    const { outcome, internet } = await createLoading();
    await internet.serve('first.example', PUBLIC, (_request, response) =>
      response.writeHead(307, { location: 'https://second.example/script.csv' }).end(),
    );
    await internet.serve('second.example', '93.184.216.35', ({ headers }, response) =>
      response.setHeader('content-type', 'text/csv').end(headers.host === 'second.example' ? '0,1\n9,2\n' : ''),
    );
    expect(await outcome('http://first.example/')).toBe('2 points');
    expect(internet.dialled).toEqual([PUBLIC, '93.184.216.35']);
  });
});

test('a name that resolves to an internal address after its check has no effect (DNS rebinding)', async () => {
  const { outcome, internet } = await createLoading();
  await internet.serve('rebind.example', PUBLIC, (_request, response) =>
    response.setHeader('content-type', 'text/csv').end('0,1\n100,99\n'),
  );
  internet.name('rebind.example', [PUBLIC], ['127.0.0.1']);
  expect(await outcome('http://rebind.example/')).toBe('2 points');
  expect(await outcome('http://rebind.example/')).toBe(UNKNOWN);
  expect([internet.dialled, internet.canaryHits()]).toEqual([[PUBLIC], 0]);
});

test('a name that resolves to an internal address at its second look-up is not followed by a redirect to itself', async () => {
  const { outcome, internet } = await createLoading();
  await internet.serve('rebind.example', PUBLIC, (_request, response) =>
    response.writeHead(302, { location: 'http://rebind.example/secret' }).end(),
  );
  internet.name('rebind.example', [PUBLIC], ['169.254.169.254']);
  expect(await outcome('http://rebind.example/')).toBe(UNKNOWN);
  expect([internet.dialled, internet.canaryHits()]).toEqual([[PUBLIC], 0]);
});
