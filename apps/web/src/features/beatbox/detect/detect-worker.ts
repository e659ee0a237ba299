import { answerDetectRequest, type DetectRequest } from './detect-work.ts';

// To follow the beats of minutes of sound takes seconds: it is done here, so that the page goes on.
addEventListener('message', ({ data }: MessageEvent<DetectRequest>) => postMessage(answerDetectRequest(data)));
