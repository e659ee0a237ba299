import { startOwnWorker } from '../../../device/browser/own-worker.ts';
import type { MonoSound } from './band-filter.ts';
import type { BeatDetectionAnswer, BeatDetectionRequest } from './detect-work.ts';
import workerUrl from './detect-worker.ts?worker&url';
import type { FoundTempo } from './fit-tempo.ts';

/** Finds beats in a worker, so that it delays no frame. */
export interface BeatDetector {
  /** Undefined where there is no beat. The sound is transferred and empty afterwards. Rejects when the detector is closed. */
  detect(sound: MonoSound): Promise<FoundTempo | undefined>;
  close(): void;
}

/** The part of a worker that a detector uses. */
interface DetectPort {
  postMessage(message: BeatDetectionRequest, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: { data: BeatDetectionAnswer }) => void): void;
  addEventListener(type: 'error', listener: (event: unknown) => void): void;
  terminate(): void;
}

interface Waiting {
  resolve(found: FoundTempo | undefined): void;
  reject(error: Error): void;
}

/** A detector with a worker of its own, started with the first sound. */
export function createBeatDetector(open: () => DetectPort = openWorker): BeatDetector {
  const waiting = new Map<number, Waiting>();
  let port: DetectPort | undefined;
  let lastId = 0;

  function end(error: Error): void {
    port?.terminate();
    port = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  function start(): DetectPort {
    const started = open();
    started.addEventListener('message', ({ data }) => {
      const waiter = waiting.get(data.id);
      waiting.delete(data.id);
      if ('message' in data) waiter?.reject(new Error(data.message));
      else waiter?.resolve(data.found);
    });
    // The next sound starts another one.
    started.addEventListener('error', () => end(new Error('The worker for beats ended')));
    return started;
  }

  return {
    detect: (sound) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        waiting.set(id, { resolve, reject });
        port ??= start();
        port.postMessage({ id, sound }, [sound.samples.buffer]);
      }),
    close: () => end(new DOMException('Beats are not looked for any more', 'AbortError')),
  };
}

const openWorker = (): DetectPort => startOwnWorker(workerUrl, 'beats');
