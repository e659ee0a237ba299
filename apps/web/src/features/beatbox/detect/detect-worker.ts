import { answerBeatDetectionRequest, type BeatDetectionRequest } from './detect-work.ts';

// Tracking the beats of minutes of sound takes seconds: it runs here, so that the page stays responsive.
addEventListener('message', ({ data }: MessageEvent<BeatDetectionRequest>) =>
  postMessage(answerBeatDetectionRequest(data)),
);
