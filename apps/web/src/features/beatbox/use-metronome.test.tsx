import { renderHook } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { useMetronome } from './use-metronome.ts';

const tick = () => renderHook(() => useMetronome({ on: true, beatMs: 500, player: undefined, isPlaying: false }));

test('a metronome without sound is silent: the page stays', () => {
  expect(globalThis.AudioContext).toBeUndefined();
  tick();
  vi.stubGlobal(
    'AudioContext',
    class {
      constructor() {
        throw new DOMException('too many', 'NotSupportedError');
      }
    },
  );
  onTestFinished(() => void vi.stubGlobal('AudioContext', undefined));
  tick();
});
