import { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import { type CloudFrame, DeviceMode } from '@tactus/protocol';
import { createFakeTime } from '@tactus/time/testing';
import { expect, onTestFinished, test } from 'vitest';
import type { WebSocket } from 'ws';
import { createDeviceRegistry } from '../../devices/registry.ts';
import { createLog } from '../../observability/logger.ts';
import { createEventLoopTurns } from '../../rate-limit/event-loop-turns.ts';
import { openStore } from '../../store/database.ts';
import { createDeviceLinkManager } from './device-link-manager.ts';
import { serveLinkSocket } from './socket-link.ts';

/** The cloud's end of a WebSocket, whose arrivals the test emits. */
class Arrivals extends EventEmitter {
  readonly sent: CloudFrame[] = [];
  readonly bufferedAmount = 0;
  send = (text: string) => this.sent.push(JSON.parse(text) as CloudFrame);
  pause = () => undefined;
  resume = () => undefined;
  close = () => undefined;
  terminate = () => undefined;
  arrive = (frame: object) => this.emit('message', Buffer.from(JSON.stringify(frame)), false);
}

const REST = { mode: DeviceMode.IDLE, mode_session_id: 1 };

/** A linked device in an event loop whose turns are taken by other work until `turn`. */
async function startLinked() {
  const time = createFakeTime();
  const store = await openStore(':memory:');
  onTestFinished(() => store.destroy());
  const devices = createDeviceRegistry(time);
  const links = createDeviceLinkManager({
    ...{ store, devices, time, capacity: 10 },
    leases: { isDriven: () => false, restsFirst: () => undefined },
    onRemoved: async () => undefined,
    onError: (error) => expect(error).toBeUndefined(),
  });
  const key = await links.makeKey('');
  if (!key) throw new Error('There was no room');
  const due: (() => void)[] = [];
  const turns = createEventLoopTurns((run) => due.push(run));
  const socket = new Arrivals();
  const opened = { tcp: new Socket(), address: '127.0.0.1', onKnown: () => undefined, onOver: () => undefined };
  const log = createLog({ level: 'silent', time });
  serveLinkSocket({ ...opened, webSocket: socket as unknown as WebSocket }, { links, time, turns, log });
  const info = { fw_status: 0, fw_version: '4.1.1', session_id: '01J' };
  socket.arrive({ type: 'hello', version: 1, ...key, info, position: 0, seen: 0 });
  await expect.poll(() => devices.get(key.connectionKey)?.info()).toEqual(info);
  await turns.next();
  return {
    ...{ socket, device: devices.get(key.connectionKey) },
    async turn() {
      for (const run of due.splice(0)) run();
      await time.settle();
    },
  };
}

test('the answer to a Stop that waits to be read as its device says goodbye confirms the Stop, and then the device is gone', async () => {
  const { socket, device, turn } = await startLinked();
  const stopped = device?.call('info.setMode2', { mode: DeviceMode.IDLE });
  const call = socket.sent.at(-1);
  socket.arrive({ type: 'pong', padding: 'p'.repeat(5_000) });
  socket.arrive({ type: 'answer', id: call?.type === 'call' && call.id, result: REST });
  socket.emit('close', 1_000);
  for (let turns = 0; turns < 4; turns++) await turn();
  expect(await stopped).toEqual(REST);
  expect(device?.info()).toBeUndefined();
});
