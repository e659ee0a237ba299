import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import {
  answerBeatDetectionRequest,
  type BeatDetectionAnswer,
  type BeatDetectionRequest,
} from './detect/detect-work.ts';
import { TempoDetectionCard } from './tempo-detection-card.tsx';
import { clickTrack } from './testing/click-track.ts';
import { renderWithEditor, unreadable } from './testing/render-with-editor.tsx';
import type { BeatPlayback } from './use-beat-player.ts';

const SONG = { ...clickTrack({ bpm: 120, firstMs: 300, seconds: 5 }), numberOfChannels: 1 };

/** Replaces decoding, which jsdom lacks: every file becomes a song. */
class Decoder {
  decodeAudioData = async () => ({
    length: SONG.samples.length,
    sampleRate: SONG.rate,
    numberOfChannels: 1,
    getChannelData: () => SONG.samples,
  });
}

/** Replaces the worker, which jsdom lacks: its work is done here. */
class WorkerHere {
  #onMessage: (event: { data: BeatDetectionAnswer }) => void = () => undefined;
  addEventListener(type: string, listener: (event: { data: BeatDetectionAnswer }) => void) {
    if (type === 'message') this.#onMessage = listener;
  }
  postMessage(request: BeatDetectionRequest) {
    queueMicrotask(() => this.#onMessage({ data: answerBeatDetectionRequest(request) }));
  }
  terminate() {
    return undefined;
  }
}

vi.stubGlobal('OfflineAudioContext', Decoder);
vi.stubGlobal('Worker', WorkerHere);

const AT_REST: BeatPlayback = {
  what: undefined,
  phase: 'idle',
  error: undefined,
  player: undefined,
  play: () => undefined,
};
const open = () => renderWithEditor({}, (editor) => <TempoDetectionCard editor={editor} playing={AT_REST} />);
const songFile = () => new File([], 'song.wav', { type: 'audio/wav' });
const choose = (file: File) => userEvent.upload(screen.getByLabelText('Audio file', { selector: 'input' }), file);

test('a found tempo is announced where the search was announced', async () => {
  await open();
  // Screen readers announce only live regions that exist before their text.
  const place = screen.getByRole('status');
  await choose(Object.assign(songFile(), { arrayBuffer: async () => new ArrayBuffer(0) }));
  await waitFor(() => expect(place).toHaveTextContent('Tempo found: 120 BPM'));
  expect(place).toBeInTheDocument();
});

test.each(['NotFoundError', 'NotReadableError', 'NotAllowedError', 'SecurityError'])(
  'an unreadable file is not reported as a microphone: %s',
  async (errorName) => {
    await open();
    await choose(unreadable(songFile(), errorName));
    expect(await screen.findByRole('alert')).toHaveTextContent('This file could not be read');
  },
);

test('a microphone without permission is still reported as a microphone', async () => {
  const getUserMedia = () => Promise.reject(new DOMException('No', 'NotAllowedError'));
  vi.stubGlobal('navigator', Object.assign(navigator, { mediaDevices: { getUserMedia } }));
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Microphone' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The microphone is not allowed');
});
