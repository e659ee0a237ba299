import type { ChannelPort, LockPort } from '@tactus/sdk';
import type { Random, Time, Undo } from '@tactus/time';

/** What the tabs of a browser share; each is missing where the browser has none: locks need a secure context. */
export interface ClaimPorts {
  readonly locks: LockPort | undefined;
  readonly openChannel: ((name: string) => ChannelPort) | undefined;
}

/** The ports of this browser. */
export function browserClaims(): ClaimPorts {
  const { locks } = navigator as { locks?: LockManager }; // a page over plain HTTP has none
  return {
    locks: locks && { request: (name, options, run) => locks.request(name, options, run) },
    openChannel: typeof BroadcastChannel === 'undefined' ? undefined : (name) => new BroadcastChannel(name),
  };
}

/** Who uses a session: this tab, or another one of this browser. */
export type ClaimOwner = 'here' | 'elsewhere';

/** The right of one tab to use a session. A duplicated tab has the same storage, and so the same session. */
export interface TabClaim {
  /** Takes the right from the tab that has it. */
  takeOver(): void;
  /** Gives the right up and ends. */
  release(): void;
}

/** What the tabs of a browser call a session by. */
const nameOf = (session: string): string => `tactus-session-${session}`;

/** A page that is loaded again waits for so long for the page before it to be gone. @internal */
export const LOCK_WAIT_MS = 1_500;
/** Without locks: for so long the other tabs may answer. @internal */
export const ANSWER_WAIT_MS = 500;

interface ClaimParts {
  /** The public id of the session. */
  readonly session: string;
  readonly ports: ClaimPorts;
  readonly time: Time;
  readonly random: Random;
  /** Called once the owner is known, and whenever it changes. */
  readonly onOwner: (owner: ClaimOwner) => void;
}

/** Asks for the right to use a session. */
export function claimForTab(parts: ClaimParts): TabClaim {
  const { locks, openChannel } = parts.ports;
  if (locks) return claimByLock(parts, locks);
  if (openChannel) return claimByChannel(parts, openChannel);
  // Where tabs cannot know of each other, each is on its own.
  const undo = parts.time.after(0, () => parts.onOwner('here'));
  return { takeOver: () => undefined, release: undo };
}

function claimByLock({ session, time, onOwner }: ClaimParts, locks: LockPort): TabClaim {
  let letGo: () => void = () => undefined;
  /** Rises with every request: the end of an earlier one changes nothing. */
  let generation = 0;
  let abandon: () => void = () => undefined;

  function request(steal: boolean): void {
    abandon();
    generation += 1;
    const mine = generation;
    const waiting = new AbortController();
    const cancelWait = steal ? () => undefined : time.after(LOCK_WAIT_MS, () => waiting.abort());
    abandon = () => {
      cancelWait();
      waiting.abort();
      letGo();
    };
    let isHeld = false;
    const hold = () => {
      cancelWait();
      if (mine !== generation) return Promise.resolve();
      isHeld = true;
      onOwner('here');
      return new Promise<void>((resolve) => {
        letGo = resolve;
      });
    };
    locks
      .request(nameOf(session), steal ? { steal: true } : { signal: waiting.signal }, hold)
      .catch((thrown: unknown) => {
        cancelWait();
        if (mine !== generation) return;
        // A browser says `AbortError` of a lock that was waited for in vain or taken away; else it refuses locks altogether.
        const isTaken = isHeld || (thrown instanceof Error && thrown.name === 'AbortError');
        onOwner(isTaken ? 'elsewhere' : 'here');
      });
  }

  request(false);
  return {
    takeOver: () => request(true),
    release() {
      generation += 1;
      abandon();
    },
  };
}

/** What a tab posts: `who` asks which tab has the session, `mine` answers, `taken` takes it. The number tells tabs apart. */
interface ClaimWord {
  readonly says: 'who' | 'mine' | 'taken';
  readonly tab: number;
}

function claimByChannel(
  { session, time, random, onOwner }: ClaimParts,
  openChannel: (name: string) => ChannelPort,
): TabClaim {
  const channel = openChannel(nameOf(session));
  // Two tabs that ask at one moment: the one that was opened later, whose number is greater, gives way.
  const tab = time.now() + random.next();
  let state: 'asking' | ClaimOwner = 'asking';
  const post = (word: ClaimWord['says']) => channel.postMessage({ says: word, tab } satisfies ClaimWord);

  function become(owner: ClaimOwner): void {
    cancelWait();
    if (state === owner) return;
    state = owner;
    onOwner(owner);
  }

  const cancelWait: Undo = time.after(ANSWER_WAIT_MS, () => become('here'));
  channel.addEventListener('message', ({ data }) => {
    const word = readWord(data);
    if (word?.says === 'who' && (state === 'here' || (state === 'asking' && word.tab > tab))) post('mine');
    // An answer that comes late counts too: the tab that answers was here before.
    else if (word?.says === 'mine' || word?.says === 'taken') become('elsewhere');
  });
  post('who');
  return {
    takeOver() {
      post('taken');
      become('here');
    },
    release() {
      cancelWait();
      channel.close();
    },
  };
}

function readWord(data: unknown): ClaimWord | undefined {
  if (typeof data !== 'object' || data === null || !('says' in data) || !('tab' in data)) return undefined;
  const { says: word, tab } = data;
  const known = (['who', 'mine', 'taken'] as const).find((one) => one === word);
  return known !== undefined && typeof tab === 'number' ? { says: known, tab } : undefined;
}
