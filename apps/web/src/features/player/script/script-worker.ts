import { answerTransferables, runScriptJob, type ScriptRequestMessage } from './script-work.ts';

// Reading and editing a long script takes longer than a frame: it is done here, one request after another.
addEventListener('message', ({ data }: MessageEvent<ScriptRequestMessage>) => {
  void runScriptJob(data).then((message) => postMessage(message, { transfer: answerTransferables(message) }));
});
