import { useEffect, useRef, useState } from 'react';
import { useClock } from '../../../ui/time-context.tsx';
import type { MonoSound } from './band-filter.ts';
import { type BeatDetector, createBeatDetector } from './beat-detector.ts';
import type { FoundTempo } from './fit-tempo.ts';

/** Why no beat could be looked for. */
export type BeatDetectionFailure = 'file' | 'unreadable' | 'not-allowed' | 'no-microphone' | 'insecure' | 'failed';

/** The progress and the result of the search for a beat. */
export type BeatDetectionProgress =
  | { readonly phase: 'idle' }
  | { readonly phase: 'reading'; readonly name: string }
  | { readonly phase: 'listening'; readonly sinceMs: number; readonly found: FoundTempo | undefined }
  | { readonly phase: 'found'; readonly found: FoundTempo; readonly file: File | undefined }
  | { readonly phase: 'none' }
  | { readonly phase: 'failed'; readonly problem: BeatDetectionFailure };

/** The progress of the search for a beat, and the actions that start and end it. */
export interface BeatDetectionActions {
  readonly state: BeatDetectionProgress;
  readFile(file: File): void;
  listen(): void;
  /** Ends the recording; the result stays. */
  endListening(): void;
}

/** The shortest recording in which a beat can be found, and the length after which no more is learnt. */
const LISTEN_MS = { first: 4_000, every: 2_000, longest: 30_000 } as const;

/** Searches beats in a file or from the microphone; the sound never leaves this browser. */
export function useBeatDetection(): BeatDetectionActions {
  const time = useClock();
  const [state, setState] = useState<BeatDetectionProgress>({ phase: 'idle' });
  const detector = useRef<BeatDetector>(undefined);
  const recording = useRef<Listening>(undefined);
  /** Counts the searches: the result of an earlier one is ignored. */
  const run = useRef(0);

  useEffect(
    () => () => {
      run.current += 1;
      release(recording);
      detector.current?.close();
      detector.current = undefined;
    },
    [],
  );

  async function detect(sound: Blob): Promise<FoundTempo | undefined> {
    detector.current ??= createBeatDetector();
    return detector.current.detect(await decodeAudioFile(sound));
  }

  async function readFile(file: File): Promise<void> {
    release(recording);
    const mine = ++run.current;
    setState({ phase: 'reading', name: file.name });
    const next = await detect(file).then(
      (found): BeatDetectionProgress => (found ? { phase: 'found', found, file } : { phase: 'none' }),
      (error: unknown): BeatDetectionProgress => ({ phase: 'failed', problem: fileProblemOf(error) }),
    );
    if (mine === run.current) setState(next);
  }

  async function listen(): Promise<void> {
    release(recording);
    const mine = ++run.current;
    try {
      const from = await startMicrophoneRecording();
      if (mine !== run.current) {
        from.close();
        return;
      }
      const sinceMs = time.monotonic();
      setState({ phase: 'listening', sinceMs, found: undefined });
      recording.current = { from, cancel: time.every(LISTEN_MS.every, () => void detectRecorded(mine, from, sinceMs)) };
    } catch (error) {
      if (mine === run.current) setState({ phase: 'failed', problem: microphoneProblemOf(error) });
    }
  }

  async function detectRecorded(mine: number, from: MicrophoneRecording, sinceMs: number): Promise<void> {
    const recordedMs = time.monotonic() - sinceMs;
    if (recordedMs < LISTEN_MS.first) return;
    // The last piece of a running recording may be incomplete: the next analysis has all of it.
    const found = await detect(from.recorded()).catch(() => undefined);
    if (mine !== run.current) return;
    if (found) setState((now) => (now.phase === 'listening' ? { ...now, found } : now));
    if (recordedMs >= LISTEN_MS.longest) endListening();
  }

  function endListening(): void {
    release(recording);
    run.current += 1;
    setState((now) => {
      if (now.phase !== 'listening') return now;
      return now.found ? { phase: 'found', found: now.found, file: undefined } : { phase: 'none' };
    });
  }

  return { state, readFile: (file) => void readFile(file), listen: () => void listen(), endListening };
}

/** A recording, and its repeated analysis. */
interface Listening {
  readonly from: MicrophoneRecording;
  readonly cancel: () => void;
}

function release(listening: { current: Listening | undefined }): void {
  listening.current?.cancel();
  listening.current?.from.close();
  listening.current = undefined;
}

/** Browsers use the same error names for a file and for the microphone. */
const FILE_PROBLEMS: Readonly<Record<string, BeatDetectionFailure>> = {
  EncodingError: 'unreadable',
  DataError: 'unreadable',
  NotFoundError: 'file',
  NotReadableError: 'file',
  NotAllowedError: 'file',
  SecurityError: 'file',
};
const MICROPHONE_PROBLEMS: Readonly<Record<string, BeatDetectionFailure>> = {
  NotFoundError: 'no-microphone',
  NotReadableError: 'no-microphone',
  NotAllowedError: 'not-allowed',
  SecurityError: 'not-allowed',
};

const nameOf = (error: unknown): string => (error instanceof DOMException ? error.name : '');

const fileProblemOf = (error: unknown): BeatDetectionFailure => FILE_PROBLEMS[nameOf(error)] ?? 'failed';

function microphoneProblemOf(error: unknown): BeatDetectionFailure {
  if (error instanceof TypeError && !globalThis.isSecureContext) return 'insecure';
  return MICROPHONE_PROBLEMS[nameOf(error)] ?? 'failed';
}

/** A rate that browsers decode well; the sound is resampled to it. */
const RATE = 44_100;
/** The length of a file that suffices to find its beat. */
const LONGEST_S = 120;

/** Decodes an audio file to one channel. Rejects where the browser cannot read it. */
async function decodeAudioFile(file: Blob): Promise<MonoSound> {
  // An offline context decodes without being allowed to play.
  const context = new OfflineAudioContext(1, 1, RATE);
  const audio = await context.decodeAudioData(await file.arrayBuffer());
  const samples = new Float32Array(Math.min(audio.length, LONGEST_S * audio.sampleRate));
  for (let channel = 0; channel < audio.numberOfChannels; channel += 1) {
    const channelSamples = audio.getChannelData(channel);
    for (let index = 0; index < samples.length; index += 1)
      samples[index] = (samples[index] ?? 0) + (channelSamples[index] ?? 0) / audio.numberOfChannels;
  }
  return { samples, rate: audio.sampleRate };
}

/** A running recording from the microphone. */
interface MicrophoneRecording {
  /** The recording so far, as a file. */
  recorded(): Blob;
  /** Releases the microphone. */
  close(): void;
}

/** The interval at which a piece of the recording is delivered. */
const PIECE_MS = 500;

/**
 * Records from the microphone. Rejects with the browser's own error: 'NotAllowedError' without permission, 'NotFoundError'
 * without a microphone, and a TypeError where the page has no access to any (an insecure address).
 */
async function startMicrophoneRecording(): Promise<MicrophoneRecording> {
  // These filters for telephony would remove clicks as noise.
  const audio = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
  const stream = await navigator.mediaDevices.getUserMedia({ audio });
  const pieces: Blob[] = [];
  const recorder = new MediaRecorder(stream);
  recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data));
  recorder.start(PIECE_MS);
  return {
    recorded: () => new Blob(pieces, { type: recorder.mimeType }),
    close() {
      if (recorder.state !== 'inactive') recorder.stop();
      for (const track of stream.getTracks()) track.stop();
    },
  };
}
