import { answerDetectRequest, type DetectRequest } from './detect-work.ts';

// Tracking the beats of minutes of sound takes seconds: it runs here, so that the page stays responsive.
addEventListener('message', ({ data }: MessageEvent<DetectRequest>) => postMessage(answerDetectRequest(data)));
