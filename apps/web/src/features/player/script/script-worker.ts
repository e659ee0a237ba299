import { type RequestMessage, runJob, transfersOf } from './script-work.ts';

// Reading and editing a long script takes longer than a frame: it is done here, one request after another.
addEventListener('message', ({ data }: MessageEvent<RequestMessage>) => {
  void runJob(data).then((message) => postMessage(message, { transfer: transfersOf(message) }));
});
