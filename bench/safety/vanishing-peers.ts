/**
 * Peers that vanish without notice, in a process with a network namespace: their address is removed from this machine and
 * routed into a link without a peer. Prints how long the cloud retained the stream of each, ms.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { systemTime } from '@tactus/time';
import { createMeasuredCloud } from '../load/measured-cloud.ts';
import { talkativeDevice } from '../load/talkative-device.ts';

const PEERS = 10;
const ADDRESS = '10.99.99.9';
const TALKATIVE = 'TalkingBench1';
const TALK_EVERY_MS = 400;
const LOOK_EVERY_MS = 50;
const GIVE_UP_MS = 120_000;

const ip = (line: string) => execFileSync('ip', line.split(' '));
ip('link set lo up');
ip(`address add ${ADDRESS}/32 dev lo`);
ip('link add near type veth peer name far');
ip('link set near up');
ip('link set far up');
// Packets from 127.0.0.1 may use the link.
writeFileSync('/proc/sys/net/ipv4/conf/all/route_localnet', '1');

const cloud = await createMeasuredCloud();
const device = talkativeDevice(TALKATIVE);
cloud.link(device);
const { port } = await cloud.listen();

// One half receives events all the time, the other half's device is silent.
for (let peer = 0; peer < PEERS; peer += 1) await openStream(peer % 2 === 0 ? TALKATIVE : 'DemoHandy1');
ip(`neighbour add ${ADDRESS} lladdr 02:00:00:00:00:09 dev near nud permanent`);
ip(`address delete ${ADDRESS}/32 dev lo`);
ip(`route add ${ADDRESS}/32 dev near`);
const vanishedMs = systemTime.monotonic();
systemTime.every(TALK_EVERY_MS, () => device.emit({ name: 'device_error', data: { code: 1 } }));

const freedMs: number[] = [];
while (freedMs.length < PEERS && systemTime.monotonic() - vanishedMs < GIVE_UP_MS) {
  const open = await openStreams();
  while (freedMs.length < PEERS - open) freedMs.push(systemTime.monotonic() - vanishedMs);
  await systemTime.sleep(LOOK_EVERY_MS);
}
while (freedMs.length < PEERS) freedMs.push(GIVE_UP_MS);
process.stdout.write(JSON.stringify(freedMs));
process.exit(0);

function openStream(key: string): Promise<Socket> {
  const head = [
    'GET /api/handy-rest/v3/sse HTTP/1.1',
    'host: localhost',
    'x-api-key: bench',
    `x-connection-key: ${key}`,
  ];
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: ADDRESS }, () => {
      socket.write(`${head.join('\r\n')}\r\n\r\n`);
    });
    socket.once('data', () => resolve(socket));
    socket.on('error', reject); // errors after the opening are ignored
  });
}

/** The cloud's own count. */
async function openStreams(): Promise<number> {
  const { body } = await cloud.inject({ method: 'GET', url: '/metrics', headers: { host: 'localhost' } });
  return Number(/^tactus_open_streams (\d+)$/m.exec(body)?.[1]);
}
