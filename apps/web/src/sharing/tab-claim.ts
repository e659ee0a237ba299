import type { ChannelPort, LockPort } from '@tactus/sdk';
import type { Random, Time, Undo } from '@tactus/time';
import { browserChannels } from '../device/browser/browser-ports.ts';

/** The locks and channels that tabs share; each is missing where the browser has none: locks need a secure context. */
export interface ClaimPorts {
  readonly locks: LockPort | undefined;
  readonly openChannel: ((name: string) => ChannelPort) | undefined;
}

/** The ports of this browser. */
export function browserClaimPorts(): ClaimPorts {
  const { locks } = navigator as { locks?: LockPort }; // a page over plain HTTP has none
  return { locks, openChannel: browserChannels() };
}

/** The tab that uses a session: this one, or another of this browser. */
export type ClaimOwner = 'here' | 'elsewhere';

/** The right of one tab to use a session. A duplicated tab has the same storage, and so the same session. */
export interface TabClaim {
  /** Takes the right from the tab that has it. */
  takeOver(): void;
  /** Releases the right and ends. */
  release(): void;
}

/** The name of a session among the tabs of a browser. */
const nameOf = (session: string): string => `tactus-session-${session}`;

/** How long a reloaded page waits for the previous page to be gone. @internal */
export const TAB_LOCK_WAIT_MS = 1_500;
/** Without locks: how long the other tabs may take to answer. @internal */
export const TAB_ANSWER_WAIT_MS = 500;

interface ClaimParts {
  /** The public id of the session. */
  readonly session: string;
  readonly ports: ClaimPorts;
  readonly time: Time;
  readonly random: Random;
  /** Called once the owner is known, and whenever it changes. */
  readonly onOwner: (owner: ClaimOwner) => void;
}

/** Claims for this tab the right to use its stored session, which a duplicated tab has too. */
export function claimSessionForTab(parts: ClaimParts): TabClaim {
  const { locks, openChannel } = parts.ports;
  if (locks) return claimByLock(parts, locks);
  if (openChannel) return claimByChannel(parts, openChannel);
  // Without locks and channels, each tab is on its own.
  const undo = parts.time.after(0, () => parts.onOwner('here'));
  return { takeOver: () => undefined, release: undo };
}

function claimByLock({ session, time, onOwner }: ClaimParts, locks: LockPort): TabClaim {
  let letGo: () => void = () => undefined;
  /** Counts the requests: the end of an earlier one changes nothing. */
  let generation = 0;
  let abandon: () => void = () => undefined;

  function request(steal: boolean): void {
    abandon();
    generation += 1;
    const mine = generation;
    const waiting = new AbortController();
    const cancelWait = steal ? () => undefined : time.after(TAB_LOCK_WAIT_MS, () => waiting.abort());
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
        // A browser throws `AbortError` for a lock that was not granted in time or was taken away; other errors mean no locks.
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

/** A message of a tab: `who` asks which tab has the session, `mine` answers, `taken` takes it. The number identifies a tab. */
interface ClaimWord {
  readonly says: 'who' | 'mine' | 'taken';
  readonly tab: number;
}

function claimByChannel(
  { session, time, random, onOwner }: ClaimParts,
  openChannel: (name: string) => ChannelPort,
): TabClaim {
  const channel = openChannel(nameOf(session));
  // If two tabs ask at the same moment, the one opened later, whose number is greater, yields.
  const tab = time.now() + random.next();
  let state: 'asking' | ClaimOwner = 'asking';
  const post = (word: ClaimWord['says']) => channel.postMessage({ says: word, tab } satisfies ClaimWord);

  function become(owner: ClaimOwner): void {
    cancelWait();
    if (state === owner) return;
    state = owner;
    onOwner(owner);
  }

  const cancelWait: Undo = time.after(TAB_ANSWER_WAIT_MS, () => become('here'));
  channel.addEventListener('message', ({ data }) => {
    const word = readWord(data);
    if (word?.says === 'who' && (state === 'here' || (state === 'asking' && word.tab > tab))) post('mine');
    // A late answer counts too: the answering tab was here before.
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
