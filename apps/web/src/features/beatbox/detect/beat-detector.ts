import { startOwnWorker } from '../../../device/browser/own-worker.ts';
import { createWorkerRequests, type WorkerPort } from '../../../device/browser/worker-requests.ts';
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

/** A detector with a worker of its own, started with the first sound. */
export function createBeatDetector(
  open: () => WorkerPort<BeatDetectionRequest, BeatDetectionAnswer> = () => startOwnWorker(workerUrl, 'beats'),
): BeatDetector {
  const worker = createWorkerRequests(open, 'beats');
  return {
    async detect(sound) {
      const answer = await worker.request({ sound }, [sound.samples.buffer]);
      if ('message' in answer) throw new Error(answer.message);
      return answer.found;
    },
    close: () => worker.end(new DOMException('Beats are not looked for any more', 'AbortError')),
  };
}
