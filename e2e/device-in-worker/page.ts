/** Requests a key, and starts the worker with a device for it. */
interface ScriptUrls {
  createScriptURL(url: string): string;
}

declare global {
  interface Window {
    /** States of the link, in the order reported; undefined until the device was started. */
    linkStates?: string[];
    startDevice(): Promise<string>;
    /** The part of Trusted Types that is used here. */
    readonly trustedTypes?: { createPolicy(name: string, rules: ScriptUrls): ScriptUrls };
  }
}

window.startDevice = async () => {
  const answer = await fetch('/api/tactus/device-keys', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ label: 'worker' }),
  });
  // The cloud's answer to this request (docs/device-link.md).
  const key = (await answer.json()) as { connectionKey: string; secret: string };
  const states: string[] = [];
  window.linkStates = states;
  const policy = window.trustedTypes?.createPolicy('tactus-worker', { createScriptURL: (url) => url });
  const worker = new Worker(policy?.createScriptURL('/worker.js') ?? '/worker.js', { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<string>) => states.push(data));
  worker.postMessage(key);
  return key.connectionKey;
};

export {};
