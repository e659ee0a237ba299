import { runScriptJob, type ScriptRequestMessage } from '../script/script-work.ts';

/** The worker of scripts for jsdom, which lacks workers: the same code, on the page. */
export class WorkerHere extends EventTarget {
  postMessage(message: ScriptRequestMessage) {
    void runScriptJob(message).then((data) => this.dispatchEvent(new MessageEvent('message', { data })));
  }
  terminate() {
    return undefined;
  }
}
