import type { GuestMode } from '@tactus/protocol';

/**
 * Motion that a guest started and that no guest is responsible for any more, because of a Stop or because the owner drives:
 * the device may move until an answer proves that the motion is over, and is stopped where that fails.
 */
export interface OrphanedMotion {
  /** The motion of a guest becomes orphaned. */
  orphan(mode: GuestMode | undefined): void;
  /** The motion is over, or a guest is responsible for it again. */
  forget(): void;
  /** The orphaned motion with its mode; undefined where there is none. */
  current(): { readonly mode: GuestMode | undefined } | undefined;
  /** A Stop is in progress. `isOver` resolves with whether it ended the orphaned motion, and never rejects. */
  stopping(isOver: Promise<boolean>): void;
  /** A start of the owner is in progress. A stop of the orphaned motion would end the owner's motion, so it waits for `isOver`. */
  replacing(isOver: Promise<boolean>): void;
}

interface Left {
  readonly mode: GuestMode | undefined;
  /** Number of the owner's starts in progress. */
  replacing: number;
}

/** Returns a record of orphaned motion, none at first. `halt` stops the device and calls `forget`. */
export function createOrphanedMotion(halt: () => void): OrphanedMotion {
  let left: Left | undefined;

  function settle(of: Left, isOver: boolean): void {
    if (left !== of) return;
    if (isOver) left = undefined;
    else if (of.replacing === 0) halt();
  }

  return {
    current: () => left,
    orphan(mode) {
      left = { mode, replacing: 0 };
    },
    forget() {
      left = undefined;
    },
    stopping(isOver) {
      const of = left;
      if (of) void isOver.then((over) => settle(of, over));
    },
    replacing(isOver) {
      const of = left;
      if (!of) return;
      of.replacing += 1;
      void isOver.then((over) => {
        of.replacing -= 1;
        settle(of, over);
      });
    },
  };
}
