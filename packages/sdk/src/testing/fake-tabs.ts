import type { ChannelPort, LockPort, LockRequestOptions, TabPorts } from '../connection/tab-ports.ts';

/** The locks and channels of a browser, in memory. */
export interface FakeBrowser {
  readonly tabs: TabPorts;
  readonly locks: LockPort;
  /** Names of the held locks. */
  held(): string[];
  /** Every name that was used, of locks and channels. */
  readonly names: Set<string>;
  /** Ports of a new tab, which can die: its locks are free then, and it sends and receives nothing any more. */
  tab(): TabPorts & { die(): void };
}

interface Held {
  readonly mode: 'exclusive' | 'shared';
  readonly breakIt: (reason: unknown) => void;
}

interface Waiting {
  readonly mode: 'exclusive' | 'shared';
  readonly start: () => void;
}

const stolen = () => new DOMException('The lock was stolen', 'AbortError');

/** An empty browser. */
export function createFakeBrowser(): FakeBrowser {
  const names = new Set<string>();
  const held = new Map<string, Set<Held>>();
  const queues = new Map<string, Waiting[]>();
  const channels = new Map<string, Set<(data: unknown) => void>>();

  const heldOf = (name: string) => find(held, name, () => new Set());
  const queueOf = (name: string) => find(queues, name, () => []);
  const isFree = (name: string, mode: Held['mode']) =>
    heldOf(name).size === 0 || (mode === 'shared' && [...heldOf(name)].every((lock) => lock.mode === 'shared'));

  function grantNext(name: string): void {
    const queue = queueOf(name);
    while (queue[0] && isFree(name, queue[0].mode)) queue.shift()?.start();
  }

  function request(
    onHeld: (lock: Held, free: () => void) => void,
    name: string,
    lockOptions: LockRequestOptions,
    run: (lock: unknown) => Promise<void>,
  ): Promise<unknown> {
    names.add(name);
    const { mode = 'exclusive', ifAvailable, steal, signal } = lockOptions;
    return new Promise((resolve, reject) => {
      const start = () => {
        const free = () => {
          if (heldOf(name).delete(lock)) grantNext(name);
        };
        const lock: Held = {
          mode,
          breakIt(reason) {
            heldOf(name).delete(lock);
            reject(reason);
          },
        };
        heldOf(name).add(lock);
        onHeld(lock, free);
        queueMicrotask(() => run({ name, mode }).then(resolve, reject).finally(free));
      };
      if (steal) {
        for (const lock of [...heldOf(name)]) lock.breakIt(stolen());
        start();
      } else if (queueOf(name).length === 0 && isFree(name, mode)) start();
      else if (ifAvailable) queueMicrotask(() => run(null).then(resolve, reject));
      else {
        const waiting = { mode, start };
        queueOf(name).push(waiting);
        signal?.addEventListener('abort', () => {
          const place = queueOf(name).indexOf(waiting);
          if (place < 0) return;
          queueOf(name).splice(place, 1);
          reject(signal.reason);
          grantNext(name);
        });
      }
    });
  }

  function openChannel(name: string, isAlive: () => boolean): ChannelPort {
    names.add(name);
    const all = find(channels, name, () => new Set());
    const listeners = new Set<(data: unknown) => void>();
    const deliver = (data: unknown) => {
      for (const listener of listeners) if (isAlive()) listener(data);
    };
    all.add(deliver);
    return {
      addEventListener: (_type, listener) => void listeners.add((data) => listener({ data })),
      postMessage(message) {
        const data: unknown = structuredClone(message);
        if (!isAlive()) return;
        for (const other of all) if (other !== deliver) queueMicrotask(() => other(data));
      },
      close: () => all.delete(deliver),
    };
  }

  function tab(): TabPorts & { die(): void } {
    const locks = new Map<Held, () => void>();
    let dead = false;
    return {
      locks: {
        request: (name, lockOptions, run) =>
          request(
            (lock, free) => locks.set(lock, free),
            name,
            lockOptions,
            (lock) => (dead ? Promise.resolve() : run(lock)),
          ),
      },
      openChannel: (name) => openChannel(name, () => !dead),
      die() {
        dead = true;
        for (const free of locks.values()) free();
      },
    };
  }

  const tabs = tab();
  return {
    tabs,
    locks: tabs.locks,
    names,
    tab,
    held: () => [...held].filter(([, locks]) => locks.size > 0).map(([name]) => name),
  };
}

function find<T>(all: Map<string, T>, name: string, make: () => T): T {
  const found = all.get(name) ?? make();
  all.set(name, found);
  return found;
}
