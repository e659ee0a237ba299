import type { ChannelPort, LockPort } from '@tactus/sdk';
import { createRandom } from '@tactus/time';
import { createFakeTime, type FakeTime } from '@tactus/time/testing';
import { describe, expect, test } from 'vitest';
import {
  type ClaimOwner,
  type ClaimPorts,
  claimSessionForTab,
  TAB_ANSWER_WAIT_MS,
  TAB_LOCK_WAIT_MS,
} from './tab-claim.ts';

/** The locks of one browser, as the standard has them: one exclusive holder, a queue, and stealing. */
function createLocks(): LockPort {
  let holder: { end: () => void; lose: (error: Error) => void } | undefined;
  const queue: (() => void)[] = [];
  const aborted = (text: string) => Object.assign(new Error(text), { name: 'AbortError' });
  return {
    request: (_name, { steal, signal }, run) =>
      new Promise((resolve, reject) => {
        const begin = () => {
          let over = false;
          const end = () => {
            if (over) return;
            over = true;
            if (holder === mine) holder = undefined;
            if (!holder) queue.shift()?.();
          };
          const mine = {
            end,
            lose(error: Error) {
              over = true;
              reject(error);
            },
          };
          holder = mine;
          void run({}).then(() => {
            end();
            resolve(undefined);
          });
        };
        signal?.addEventListener('abort', () => {
          const place = queue.indexOf(begin);
          if (place >= 0) queue.splice(place, 1);
          reject(aborted('given up'));
        });
        if (steal) {
          holder?.lose(aborted('stolen'));
          begin();
        } else if (holder) queue.push(begin);
        else begin();
      }),
  };
}

/** The channels of one browser: all others receive a message a moment after it was posted. */
function createChannels(time: FakeTime): (name: string) => ChannelPort {
  const all = new Map<ChannelPort, (message: { data: unknown }) => void>();
  return () => {
    const port: ChannelPort = {
      postMessage(data) {
        for (const [other, receive] of [...all])
          if (other !== port) time.after(1, () => void (all.has(other) && receive({ data })));
      },
      addEventListener: (_type, receive) => void all.set(port, receive),
      close: () => void all.delete(port),
    };
    return port;
  };
}

const PORTS: readonly [string, (time: FakeTime) => ClaimPorts, number][] = [
  ['with locks', () => ({ locks: createLocks(), openChannel: undefined }), TAB_LOCK_WAIT_MS],
  ['without a secure context', (time) => ({ locks: undefined, openChannel: createChannels(time) }), TAB_ANSWER_WAIT_MS],
];

describe.each(PORTS)('tabs with one session, %s', (_, portsOf, waitMs) => {
  /** One browser; every tab of it reports which tab it considers the owner of the session. */
  function openBrowser() {
    const time = createFakeTime();
    const ports = portsOf(time);
    const random = createRandom(1);
    return {
      time,
      openTab() {
        const owners: ClaimOwner[] = [];
        const claim = claimSessionForTab({
          session: 'session-1',
          ports,
          time,
          random,
          onOwner: (owner) => owners.push(owner),
        });
        return { owners, claim };
      },
    };
  }

  test('only the first has it', async () => {
    const { time, openTab } = openBrowser();
    const first = openTab();
    await time.run(waitMs + 10);
    const second = openTab();
    await time.run(waitMs + 10);
    expect(first.owners).toEqual(['here']);
    expect(second.owners).toEqual(['elsewhere']);
  });

  test('a reloaded page has it once the previous page is gone', async () => {
    const { time, openTab } = openBrowser();
    const before = openTab();
    await time.run(waitMs + 10);
    before.claim.release();
    const after = openTab();
    await time.run(waitMs + 10);
    expect(after.owners).toEqual(['here']);
    expect(before.owners).toEqual(['here']);
  });

  test('one that takes over has it, the other is notified, and may take it back', async () => {
    const { time, openTab } = openBrowser();
    const first = openTab();
    await time.run(waitMs + 10);
    const second = openTab();
    await time.run(waitMs + 10);
    second.claim.takeOver();
    await time.run(waitMs + 10);
    expect(second.owners).toEqual(['elsewhere', 'here']);
    expect(first.owners).toEqual(['here', 'elsewhere']);
    first.claim.takeOver();
    await time.run(waitMs + 10);
    expect(first.owners.at(-1)).toBe('here');
    expect(second.owners.at(-1)).toBe('elsewhere');
  });

  test('of two that ask at the same moment one has it', async () => {
    const { time, openTab } = openBrowser();
    const tabs = [openTab(), openTab()];
    await time.run(waitMs + 10);
    expect(tabs.map(({ owners }) => owners.at(-1)).toSorted()).toEqual(['elsewhere', 'here']);
  });
});

test('a tab without locks and channels has its session', async () => {
  const time = createFakeTime();
  const owners: ClaimOwner[] = [];
  claimSessionForTab({
    ...{ session: 'session-1', ports: { locks: undefined, openChannel: undefined }, time, random: createRandom(1) },
    onOwner: (owner) => owners.push(owner),
  });
  await time.run(10);
  expect(owners).toEqual(['here']);
});
