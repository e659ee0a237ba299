import { useCallback, useEffect } from 'react';
import type { Emulator } from './emulator.ts';

/** The position of its slider, read by drawings once a frame. Shares 0..1 of the travel. */
interface EmulatorPosition {
  readonly position01: number;
  readonly windowMin01: number;
  readonly windowMax01: number;
  readonly moving: boolean;
}

/** Reads the position of the virtual device of this tab; the worker sends it while the component is shown. */
export function useEmulatorPosition(emulator: Emulator): () => EmulatorPosition | undefined {
  useEffect(() => emulator.position.watch(), [emulator]);
  return useCallback(() => {
    const sample = emulator.position.now();
    return sample && { ...sample, windowMin01: 0, windowMax01: 1 };
  }, [emulator]);
}
