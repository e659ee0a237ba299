import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { onTestFinished, vi } from 'vitest';
import type { Settings } from '../../../settings/schema.ts';
import { renderLinkedApp } from '../../../testing/render-linked-app.tsx';
import { WorkerHere } from './worker-here.ts';

/** Pages are lazily loaded chunks. */
const LOADED = { timeout: 25_000 };

/** A script that goes up and down every second, to its end. */
export const scriptFile = (name: string, endS: number) =>
  new File(
    [Array.from({ length: endS + 1 }, (_, second) => `${second * 1_000},${second % 2 ? 90 : 10}\n`).join('')],
    name,
  );

/** The page of the local player with a linked device and these settings, and a person's actions with files. */
export async function openPlayer(settings: Partial<Settings> = {}) {
  const { URL: addresses } = globalThis;
  const before = { worker: globalThis.Worker, make: addresses.createObjectURL, revoke: addresses.revokeObjectURL };
  vi.stubGlobal('Worker', WorkerHere);
  addresses.createObjectURL = () => 'blob:here';
  addresses.revokeObjectURL = () => undefined;
  onTestFinished(() => {
    vi.stubGlobal('Worker', before.worker);
    addresses.createObjectURL = before.make;
    addresses.revokeObjectURL = before.revoke;
  });
  const linked = await renderLinkedApp('/local', settings);
  await screen.findByRole('button', { name: 'Choose files' }, LOADED);
  return {
    ...linked,
    /** Chooses files on the page. */
    async choose(...files: readonly File[]) {
      const [input] = screen.getAllByLabelText('Choose files', { selector: 'input' });
      if (input !== undefined) await userEvent.upload(input, [...files]);
    },
    /** The length of the open video becomes known. */
    lasts(seconds: number) {
      Object.defineProperty(videoOf(), 'duration', { value: seconds, configurable: true });
      fireEvent.durationChange(videoOf());
    },
    /** The video plays, and is paused there. */
    playsTo(seconds: number) {
      fireEvent.playing(videoOf());
      Object.defineProperty(videoOf(), 'currentTime', { value: seconds, configurable: true, writable: true });
      fireEvent.pause(videoOf());
    },
  };
}

function videoOf(): HTMLVideoElement {
  const video = document.querySelector('video');
  if (video === null) throw new Error('No video is open');
  return video;
}
