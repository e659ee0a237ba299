import type { GuestMode } from '@tactus/motion';

/**
 * What a guest set in motion and nobody answers for any more, since somebody pressed Stop or the owner drives: it may move
 * until something proves that it is over, and is stopped where that fails.
 */
export interface Remains {
  /** A guest's motion is given up. */
  leave(mode: GuestMode | undefined): void;
  /** It is over, or somebody answers for it again. */
  forget(): void;
  /** Whether there is anything, and the mode that it was in. */
  left(): { readonly mode: GuestMode | undefined } | undefined;
  /** A Stop is under way. `isOver` tells whether it ended what is left, and never rejects. */
  stopping(isOver: Promise<boolean>): void;
  /** The same of a motion of the owner's, which a stop meanwhile would hit: it is waited for. */
  replacing(isOver: Promise<boolean>): void;
}

interface Left {
  readonly mode: GuestMode | undefined;
  /** Motions of the owner's that are under way. */
  replacing: number;
}

/** Builds it; nothing is left. `halt` stops the device, and has it all forgotten. */
export function createRemains(halt: () => void): Remains {
  let left: Left | undefined;

  function settle(of: Left, isOver: boolean): void {
    if (left !== of) return;
    if (isOver) left = undefined;
    else if (of.replacing === 0) halt();
  }

  return {
    left: () => left,
    leave(mode) {
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
