/**
 * A guest in a process of its own, like the page of one: the SDK with a session of a share, a hold that is renewed during motion
 * and requested again when it has expired. It drives until it is killed. Its options are the first argument.
 */
import { createDevice } from '@tactus/sdk';
import { createRandom, systemTime } from '@tactus/time';

/** Options of the process. */
export interface GuestOptions {
  /** Origin of the home. */
  readonly home: string;
  readonly link: { readonly id: string; readonly secret: string };
  readonly drives: 'strokes' | 'points' | 'moves';
  readonly seed: number;
}

/** The period in docs/sharing.md, "The hold". */
const RENEW_EVERY_MS = 150;
const ON_THE_WAY_MOST = 4;

const { home, link, drives, seed } = JSON.parse(process.argv[2] ?? '') as GuestOptions; // written by the test that starts it
const random = createRandom(seed);
const shares = `${home}/api/tactus/shares`;

const entered = await fetch(`${shares}/${link.id}/sessions`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ secret: link.secret, name: 'Guest' }),
});
if (entered.status !== 201) throw new Error(`The link does not let in: ${await entered.text()}`);
const { session, alias } = (await entered.json()) as { session: string; alias: string }; // docs/sharing.md
const headers = { authorization: `Bearer ${session}` };

const device = createDevice({
  apiBase: `${home}/api/handy-rest/v3`,
  apiKey: session,
  features: { headersOnSse: true, resume: true },
  fetch: (url, init) => fetch(url, init),
  time: systemTime,
  random,
});

let isHeld = false;
let onTheWay = 0;
/** Prints the last answer about the hold, to explain missing motion. */
const print = (what: string) => void process.stdout.write(`${what}\n`);

async function askHome(method: 'POST' | 'PUT', path: string): Promise<number> {
  const answer = await fetch(`${shares}${path}`, { method, headers });
  await answer.arrayBuffer();
  return answer.status;
}

async function take(): Promise<void> {
  const status = await askHome('POST', '/control');
  isHeld = status === 201;
  // Control was lost: it has to be requested.
  if (!isHeld) await askHome('POST', '/control/ask');
  print(`hold ${status}`);
}

function renew(): void {
  if (!isHeld || onTheWay >= ON_THE_WAY_MOST) return;
  onTheWay += 1;
  askHome('PUT', '/control')
    .then(
      (status) => {
        if (status !== 200) isHeld = false;
      },
      () => undefined, // a lost request is sent again
    )
    .finally(() => {
      onTheWay -= 1;
    });
}

/** Starts the motion. */
async function begin(): Promise<void> {
  if (drives === 'strokes') await device.hamp.start();
  if (drives !== 'points') return;
  await device.hsp.setup();
  await device.hsp.add(Array.from({ length: 100 }, (_, place) => ({ t: place * 400, x: place % 2 ? 90 : 10 })));
  await device.hsp.play();
}

/** Changes the motion. */
async function drive(turn: number): Promise<void> {
  if (drives === 'strokes') await device.hamp.setVelocity(random.integer(3, 10) / 10);
  if (drives === 'moves') await device.hdsp.moveTo({ position01: turn % 2, durationMs: random.integer(300, 1_500) });
}

// A busy machine may take longer than one attempt allows.
device.connect(alias).catch(() => undefined);
await device.waitFor(({ connected }) => connected);
const events = await fetch(`${shares}/session/events`, { headers });
events.body?.pipeTo(new WritableStream()).catch(() => undefined); // a page that is cut off receives no more of it
systemTime.every(RENEW_EVERY_MS, renew);
print('connected');

for (let turn = 0; ; turn += 1) {
  try {
    if (!isHeld) {
      await take();
      if (isHeld) await begin();
    }
    if (isHeld) await drive(turn);
  } catch (error) {
    print(`refused ${error instanceof Error ? error.message : String(error)}`);
    isHeld = false;
  }
  await systemTime.sleep(random.integer(80, 350));
}
