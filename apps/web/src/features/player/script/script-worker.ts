import { answerTransferables, type RequestMessage, runScriptJob } from './script-work.ts';

// Reading and editing a long script takes longer than a frame: it is done here, one request after another.
addEventListener('message', ({ data }: MessageEvent<RequestMessage>) => {
  void runScriptJob(data).then((message) => postMessage(message, { transfer: answerTransferables(message) }));
});
